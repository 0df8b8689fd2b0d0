import { ServiceError } from '../../../errors';
import {
  nameKey,
  type Call,
  type Expression,
  type Select,
  type SelectItem,
  type Source,
  type Written,
} from '../../../model';
import {
  binary,
  call,
  conjunction,
  constant,
  isExpression,
  mapChildren,
  NULL,
  selectOf,
  someNode,
  valuesOf,
  identifier,
  namesIn,
} from '../../tree';
import { readsMany } from '../paths/find-many';
import { isGrouping, readsMeasures } from '../scope/find-measures';
import { FUNCTIONS, type Column, type MeasuredEntity, type MeasureUse, type Resolved } from '../../values';
import type { Planning } from '../scope/planning';
import { type First, isFirst, isOfKeyless, refuseRepeatedKeyless } from './first-row';
import { Grouping } from './grouping';
import { overLevels } from './over-levels';
import { DistinctAggregates, countsRows, gathersNulls, refuseGathering } from './distinct-aggregates';
import { isDecomposable, preAggregate } from './pre-aggregate';
import { mapSelect, overReachedRows, withoutMarks } from '../paths/reached-rows';
import { planExpression } from '../scope/resolve-expression';
import { asSource, type NamedSource } from '../scope/scope';

type Value = Expression<Resolved>;
type Aggregate = Call<Written>;

/** A mark for rows whose entity passes a filter over a to-many path or multi-value property. */
interface Passing {
  readonly mark: Column;
  readonly value: Value;
}

/**
 * Replaces measures by aggregates (docs/language.md). A measure aggregates the distinct entities of its concept that
 * the rows of the group reach. If joins can repeat an entity, ROW_NUMBER marks one row for each entity and group, and
 * the aggregate reads marked rows only. Without GROUP BY, the other columns are the grouping. A filter over a to-many
 * path selects entities with EXISTS, so that it does not multiply rows and does not depend on the enclosing WHERE.
 */
export class MeasureExpansion {
  readonly #firsts = new Map<string, First>();
  readonly #passing = new Map<string, Passing>();
  readonly #beside: DistinctAggregates;
  /** Marks read by aggregates that cannot skip rows. */
  readonly #gathering = new Map<string, Aggregate>();
  #countsRows = false;
  #alias: string | undefined;

  constructor(
    readonly planning: Planning,
    readonly sources: readonly NamedSource[],
  ) {
    this.#beside = new DistinctAggregates(planning);
  }

  /** The aliases that the SELECT reads in addition to those of its FROM. */
  get aliases(): readonly string[] {
    return this.#alias === undefined ? [] : [this.#alias, ...this.#beside.aliases];
  }

  /**
   * Returns the SELECT with measures as aggregates over marks, grouped if it reads measures or a cube. Reads columns,
   * so it must be called before the FROM is built.
   */
  expand(ofCube: boolean, select: Select<Resolved>): Select<Resolved> {
    if (!ofCube && !readsMeasures(select)) return select;
    this.#countsRows = valuesOf(select).some((value) => someNode(value, countsRows));
    const groupBy =
      select.groupBy.length > 0
        ? select.groupBy
        : select.items
            .map((item) => item.expression)
            .filter(isExpression)
            .filter(isGrouping);
    return { ...this.replace({ ...select, groupBy: [] }), groupBy };
  }

  /**
   * Returns the SELECT over its FROM. If an aggregate reads marks, a derived table computes them. Must be called after
   * all columns are read.
   */
  mark(select: Select<Resolved>, from: Source<Resolved>): Select<Resolved> {
    const firsts = [...this.#firsts.values()];
    const repeated = firsts.filter(({ entity }) => this.repeats(entity));
    const dropped = new Set(firsts.filter((first) => !repeated.includes(first)).map(({ mark }) => mark.name));
    const settled = withoutMarks(select, ({ source, name }) => source === this.#alias && dropped.has(name));
    const passing = [...this.#passing.values()].map(({ mark, value }) => ({ expression: value, alias: identifier(mark.name) })); // prettier-ignore
    const marksIn = (groups: readonly Value[]): readonly SelectItem<Resolved>[] => [
      ...repeated.map((first) => ({ expression: isFirst(first, groups), alias: identifier(first.mark.name) })),
      ...passing,
    ];
    for (const { entity, mark } of repeated) {
      this.refuseGathering(mark);
      if (entity.hasKeyless && this.sources.length > 1 && this.sources.some((source) => (source as unknown) === entity))
        refuseRepeatedKeyless(entity);
    }
    if (repeated.length > 0 && select.rollup) {
      const aliases = { rows: this.alias, levels: this.planning.alias('levels') };
      const levelled = overLevels(new Grouping(settled, { from, sources: this.sources }), from, aliases);
      const marks = [...levelled.keys, ...marksIn(levelled.keys.map(({ expression }) => expression))];
      return this.overRows(levelled.select, levelled.from, marks);
    }
    return this.overRows(settled, from, marksIn(select.groupBy));
  }

  private overRows(
    select: Select<Resolved>,
    from: Source<Resolved>,
    marks: readonly SelectItem<Resolved>[],
  ): Select<Resolved> {
    const items = [...marks, ...this.#beside.items];
    if (items.length === 0) return { ...select, from };
    return this.#beside.join(overReachedRows(select, from, this.alias, items), this.alias);
  }

  private refuseGathering(mark: Column): void {
    const aggregate = this.#gathering.get(mark.name);
    if (aggregate !== undefined) throw refuseGathering(aggregate);
  }

  private get alias(): string {
    this.#alias ??= this.planning.alias('reached');
    return this.#alias;
  }

  private replace(select: Select<Resolved>): Select<Resolved> {
    return mapSelect(select, (column) =>
      column.measure === undefined ? { kind: 'reference', reference: column } : this.aggregateOf(column.measure),
    );
  }

  private aggregateOf(use: MeasureUse): Value {
    const { masks, isInsideCondition } = this.planning;
    // An aggregate, so that the rows are grouped for every caller.
    if (!isInsideCondition && masks.masks(nameKey(use.property.name))) return call('MAX', NULL);
    return this.aggregate(
      use,
      use.property.calculation,
      use.property.filter === undefined ? [] : [use.property.filter],
    );
  }

  /** Returns the measure's expression with every aggregate restricted to marked rows that pass the filters. */
  private aggregate(
    use: MeasureUse,
    expression: Expression<Written> | undefined,
    filters: readonly Expression<Written>[],
  ): Value {
    if (expression === undefined) return NULL;
    if (expression.kind === 'literal') return { ...expression, inline: true };
    if (expression.kind === 'reference') return this.other(use, expression.reference.parts.at(-1)?.name ?? '', filters);
    if (expression.kind === 'call' && FUNCTIONS.get(expression.name)?.kind === 'aggregate')
      return this.restricted(use, expression, filters);
    return mapChildren<Written, Resolved>(expression, {
      expression: (child) => this.aggregate(use, child, filters),
      query: () => {
        throw new ServiceError('plan_unsupported', `the measure "${use.property.name}" contains a sub-query`);
      },
    });
  }

  private other(use: MeasureUse, name: string, filters: readonly Expression<Written>[]): Value {
    const property = this.planning.ontology.properties.get(nameKey(name));
    if (property?.isMeasure !== true) {
      throw new ServiceError(
        'plan_invalid',
        `the measure "${use.property.name}" reads "${name}" outside of an aggregate`,
      );
    }
    return this.aggregate(
      { ...use, property },
      property.calculation,
      property.filter === undefined ? filters : [...filters, property.filter],
    );
  }

  private restricted(use: MeasureUse, call: Aggregate, filters: readonly Expression<Written>[]): Value {
    if ((isDecomposable(call) || this.#countsRows) && this.isApart(use, call)) return this.apart(use, call, filters);
    const first = this.first(use, namesIn(call));
    const conditions = [
      ...(use.when === undefined ? [] : [use.when]),
      ...filters.map((filter) => this.condition(use, filter, namesIn(call))),
    ];
    const when = conjunction<Resolved>([{ kind: 'reference', reference: first }, ...conditions]) ?? NULL;
    const planned = planExpression(this.planning, call, asSource(use.entity));
    if (planned.kind !== 'call') return planned;
    if (gathersNulls(call)) {
      if (conditions.length > 0) throw refuseGathering(call);
      this.#gathering.set(first.name, call);
    }
    const values = planned.arguments.map((value) => (isExpression(value) ? value : constant('integer', '1')));
    return { ...planned, arguments: values.map((then): Value => ({ kind: 'case', branches: [{ when, then }] })) };
  }

  /** Reports whether an aggregate reads a to-many path or multi-value that the statement itself does not join. */
  private isApart({ entity }: MeasureUse, call: Aggregate): boolean {
    const readsJoined = namesIn(call).some((name) => entity.isJoined(name));
    return !readsJoined && readsMany(this.planning, this.planning.concept(entity.concept.name), call);
  }

  /**
   * Returns the aggregate over pre-aggregated entities or, if it cannot be decomposed, over distinct values joined to
   * the rows.
   */
  private apart(use: MeasureUse, call: Aggregate, filters: readonly Expression<Written>[]): Value {
    const concept = this.planning.concept(use.entity.concept.name);
    const isOfEnds = (filter: Expression<Written>): boolean =>
      readsMany(this.planning, concept, filter) && !readsMany(this.planning, concept, filter, namesIn(call));
    const first: Value = { kind: 'reference', reference: this.first(use, []) };
    const conditions = filters.filter((filter) => !isOfEnds(filter)).map((filter) => this.condition(use, filter, []));
    const when = conjunction([first, use.when, ...conditions]) ?? NULL;
    const aggregation = { call, filters: filters.filter(isOfEnds) };
    if (isDecomposable(call)) return preAggregate(this.planning, use.entity, aggregation, when);
    if (gathersNulls(call)) throw refuseGathering(call);
    return this.#beside.add(use.entity, aggregation, when);
  }

  /**
   * Returns the condition for a row: the filter itself or, for a filter over several values of an entity, a mark for
   * the entities that pass it.
   */
  private condition(use: MeasureUse, filter: Expression<Written>, beside: readonly string[]): Value {
    const concept = this.planning.concept(use.entity.concept.name);
    return readsMany(this.planning, concept, filter, beside)
      ? { kind: 'reference', reference: this.passing(use.entity, filter) }
      : planExpression(this.planning, filter, asSource(use.entity));
  }

  private passing(entity: MeasuredEntity, filter: Expression<Written>): Column {
    const key = JSON.stringify([entity.name, filter]);
    const known = this.#passing.get(key);
    if (known !== undefined) return known.mark;
    const again = entity.again();
    const identity = entity.identity();
    const same = again.identity().map((part, index) => binary(part, '=', identity[index] ?? NULL));
    const where = conjunction([...same, planExpression(this.planning, filter, asSource(again))]);
    const one = selectOf<Resolved>([{ expression: constant('integer', '1') }]);
    const value: Value = { kind: 'exists', query: { ...one, from: again.build(), ...(where && { where }) } };
    const mark = this.newMark(`passes_${entity.name}`);
    this.#passing.set(key, { mark, value });
    return mark;
  }

  /**
   * Returns the mark of the measure's entities. For an aggregate along paths, it also distinguishes the ends of the
   * paths.
   */
  private first({ entity, when }: MeasureUse, names: readonly string[]): Column {
    const ends = names.flatMap((name) => entity.identityAlong(name));
    const identity = [...entity.identity(), ...ends, ...(when === undefined ? [] : [passes(when)])];
    const key = JSON.stringify([entity.name, identity]);
    const known = this.#firsts.get(key);
    if (known !== undefined) return known.mark;
    const mark = this.newMark(`first_${entity.name}`);
    this.#firsts.set(key, { entity, mark, identity, isKeyless: isOfKeyless(entity) });
    return mark;
  }

  private newMark(name: string): Column {
    return { source: this.alias, name: this.planning.alias(name), type: 'truth' };
  }

  /**
   * Reports whether rows can repeat an entity. Only the sole concept of a FROM without to-many joins is certain to
   * appear once.
   */
  private repeats(entity: MeasuredEntity): boolean {
    const [sole, ...others] = this.sources;
    return others.length > 0 || (sole as unknown) !== entity || entity.fansOut;
  }
}

/** Returns 1 for rows that satisfy a condition: the first row of an entity is one of those, if there is one. */
function passes(when: Value): Value {
  return { kind: 'case', branches: [{ when, then: constant('integer', '1') }], otherwise: constant('integer', '0') };
}
