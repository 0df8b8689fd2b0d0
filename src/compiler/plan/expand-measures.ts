import { ServiceError } from '../../errors';
import { nameKey, type Expression, type Select, type Source, type Written } from '../../model';
import {
  conjunction,
  constant,
  isExpression,
  isNull,
  mapChildren,
  mapExpression,
  mapQuery,
  NULL,
  rebuildQuery,
  selectOf,
} from '../tree';
import { FUNCTIONS } from './functions';
import { parsePath, type Path } from './parse-path';
import type { Column, MeasureUse, Resolved } from './plan';
import type { Planning } from './planning';
import { planExpression } from './resolve-expression';
import { isGrouping, readsMeasures } from './find-measures';
import type { NamedSource } from './scope';
import { identifier } from './unfold-concept';

type Value = Expression<Resolved>;

/** The measures of one SELECT: each place and measure once, with the flag column that marks one row for each of its entities. */
interface Measured {
  readonly use: MeasureUse;
  readonly flag: Column;
  readonly identity: readonly Value[];
}

/**
 * Puts aggregates in the place of measures (spec 3, section 4). Each aggregates the distinct entities of its concept
 * which the rows of the group reach: where joins can repeat an entity, ROW_NUMBER marks one row for each entity and
 * group, and the aggregate reads the marked rows only. Without GROUP BY the other columns are the grouping.
 */
export class MeasureExpansion {
  readonly #measured = new Map<string, Measured>();

  constructor(
    readonly planning: Planning,
    readonly sources: readonly NamedSource[],
  ) {}

  /** The SELECT grouped (that of a cube always is), its measures as aggregates over flags. Reads columns: the FROM is built after it. */
  expand(ofCube: boolean, select: Select<Resolved>): Select<Resolved> {
    if (!ofCube && !readsMeasures(select)) return select;
    const groupBy =
      select.groupBy.length > 0
        ? select.groupBy
        : select.items
            .map((item) => item.expression)
            .filter(isExpression)
            .filter(isGrouping);
    return { ...this.replace({ ...select, groupBy: [] }), groupBy };
  }

  /** The SELECT over its FROM, with rows flagged beneath it where an aggregate reads flags. Called when everything was read. */
  flag(select: Select<Resolved>, from: Source<Resolved>): Select<Resolved> {
    if (this.#measured.size === 0) return { ...select, from };
    const repeated = [...this.#measured.values()].filter(({ use }) => this.repeats(use));
    const settled = this.settle(select, new Set(repeated.map(({ flag }) => flag.name)));
    if (repeated.length === 0) return { ...settled, from };
    if (settled.rollup)
      throw new ServiceError('plan_unsupported', 'WITH ROLLUP over measures whose entities appear in several rows');
    return this.wrap(settled, from, repeated);
  }

  private replace(select: Select<Resolved>): Select<Resolved> {
    const replaced = mapQuery<Resolved, Resolved>(select, {
      reference: (column) =>
        column.measure === undefined ? { kind: 'reference', reference: column } : this.aggregateOf(column.measure),
      source: (source) => source,
    });
    return replaced.kind === 'select' ? replaced : select;
  }

  private aggregateOf(use: MeasureUse): Value {
    if (this.planning.masks.masks(nameKey(use.property.name))) return NULL;
    return this.aggregate(
      use,
      use.property.calculation,
      use.property.filter === undefined ? [] : [use.property.filter],
    );
  }

  /** The measure's expression with every aggregate restricted to marked rows that pass the filters. */
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
        throw new ServiceError('plan_unsupported', `the measure "${use.property.name}" holds a sub-query`);
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

  private restricted(
    use: MeasureUse,
    call: Extract<Expression<Written>, { kind: 'call' }>,
    filters: readonly Expression<Written>[],
  ): Value {
    const { flag } = this.measured(use, [call, ...filters]);
    const conditions = filters.map((filter) => planExpression(this.planning, filter, asSource(use)));
    const when = conjunction<Resolved>([{ kind: 'reference', reference: flag }, ...conditions]) ?? NULL;
    const [argument] = call.arguments;
    const value: Value =
      argument === undefined || !isExpression(argument)
        ? constant('integer', '1')
        : planExpression(this.planning, argument, asSource(use));
    const marked: Value = { kind: 'case', branches: [{ when, then: value }] };
    return { kind: 'call', name: call.name, distinct: call.distinct, arguments: [marked] };
  }

  /** The flag of the measure's entities; a measure that reads along paths tells their ends apart, too. */
  private measured(use: MeasureUse, read: readonly Expression<Written>[]): Measured {
    const ends = read.flatMap(pathsOf).flatMap((path) => use.entity.identityAlong(path));
    const identity = [...use.entity.identity(), ...ends];
    const key = JSON.stringify([use.entity.name, identity]);
    const known = this.#measured.get(key);
    if (known !== undefined) return known;
    const flag: Column = { source: '', name: this.planning.alias(`first_${use.entity.name}`), type: 'truth' };
    const measured = { use, flag, identity };
    this.#measured.set(key, measured);
    return measured;
  }

  /** Only the sole concept of a FROM, joined to nothing that has many, is surely there once in each row. */
  private repeats({ entity }: MeasureUse): boolean {
    const [sole, ...others] = this.sources;
    return others.length > 0 || (sole as unknown) !== entity || entity.fansOut;
  }

  /** Drops the flags that are not needed: every row is the only one of its entity. */
  private settle(select: Select<Resolved>, needed: ReadonlySet<string>): Select<Resolved> {
    const flags = new Set([...this.#measured.values()].map(({ flag }) => flag.name));
    const isDropped = (node: Value): boolean =>
      node.kind === 'reference' &&
      node.reference.source === '' &&
      flags.has(node.reference.name) &&
      !needed.has(node.reference.name);
    const settleExpression = (node: Value): Value => {
      if (node.kind === 'literal' || node.kind === 'reference') return node;
      const settled = mapChildren<Resolved, Resolved>(node, { expression: settleExpression, query: (query) => query });
      if (settled.kind === 'binary' && settled.operator === 'and' && isDropped(settled.left)) return settled.right;
      const [branch] = settled.kind === 'case' ? settled.branches : [];
      return branch !== undefined && isDropped(branch.when) ? branch.then : settled;
    };
    const rebuilt = rebuildQuery<Resolved, Resolved>(select, {
      expression: settleExpression,
      query: (query) => query,
      source: (source) => source,
    });
    return rebuilt.kind === 'select' ? rebuilt : select;
  }

  private wrap(select: Select<Resolved>, from: Source<Resolved>, repeated: readonly Measured[]): Select<Resolved> {
    const alias = this.planning.alias('reached');
    const inner = new Map<string, { readonly name: string; readonly value: Value }>();
    const sources = new Set(aliasesOf(from));
    const flags = new Set(repeated.map(({ flag }) => flag.name));
    const lift = (column: Column): Value => {
      if (column.source === '' && flags.has(column.name))
        return { kind: 'reference', reference: { ...column, source: alias } };
      if (!sources.has(column.source)) return { kind: 'reference', reference: column };
      const key = `${column.source}.${column.name}`;
      const name = inner.get(key)?.name ?? `c${inner.size + 1}`;
      inner.set(key, { name, value: { kind: 'reference', reference: column } });
      return { kind: 'reference', reference: { source: alias, name, type: column.type } };
    };
    const { where, ...rest } = select;
    const outer = mapSelect({ ...rest, from: undefined }, lift);
    const flagged = repeated.map((measured) => ({
      expression: firstRow(measured, select.groupBy),
      alias: identifier(measured.flag.name),
    }));
    const columns = [...inner.values()].map(({ name, value }) => ({ expression: value, alias: identifier(name) }));
    const query = { ...selectOf<Resolved>([...columns, ...flagged]), from, ...(where && { where }) };
    return { ...outer, from: { kind: 'derived', query, alias: identifier(alias), lateral: false } };
  }
}

/** True on one row of each entity and group. */
function firstRow({ identity }: Measured, groupBy: readonly Value[]): Value {
  const number: Value = {
    kind: 'call',
    name: 'ROW_NUMBER',
    arguments: [],
    distinct: false,
    over: { partitionBy: [...groupBy, ...identity], orderBy: [] },
  };
  const isFirst: Value = { kind: 'binary', operator: '=', left: number, right: constant('integer', '1') };
  return conjunction<Resolved>([isFirst, ...identity.slice(0, 1).map((key) => isNull(key, true))]) ?? isFirst;
}

function mapSelect(select: Select<Resolved>, reference: (column: Column) => Value): Select<Resolved> {
  const mapped = mapQuery<Resolved, Resolved>(select, { reference, source: (source) => source });
  return mapped.kind === 'select' ? mapped : select;
}

function asSource({ entity }: MeasureUse): NamedSource {
  return {
    name: entity.name,
    find: (column) => entity.find(column),
    starColumns: () => [],
    columnNames: () => entity.columnNames(),
  };
}

function aliasesOf(source: Source<Resolved>): readonly string[] {
  if (source.kind === 'join') return [...aliasesOf(source.left), ...aliasesOf(source.right)];
  return source.alias === undefined ? [] : [source.alias.name];
}

/** The paths that an expression of the ontology reads. */
function pathsOf(expression: Expression<Written>): readonly Path[] {
  const paths: Path[] = [];
  mapExpression<Written, Written>(expression, {
    reference: (reference) => {
      const path = parsePath(reference.parts.at(-1)?.name ?? '');
      if (path !== undefined) paths.push(path);
      return { kind: 'reference', reference };
    },
    source: (source) => source,
  });
  return paths;
}
