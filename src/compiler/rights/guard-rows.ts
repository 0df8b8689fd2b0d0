import type { CommonTable, DialectTraits, Expression, Query, Select, SetOperation } from '../../model';
import {
  binary,
  conjunction,
  conjuncts,
  constant,
  identifier,
  isExpression,
  isSameTree,
  mapOrderItem,
  mapWindow,
  referencesIn,
  rewriteChildren,
  someNode,
  valuesOf,
} from '../tree';
import { isAggregateCall, type Resolved } from '../values';
import { Failures } from './can-fail';
import { guardBy } from './guard-by';
import { GuardedSources, type Guard, type GuardedSource, type HiddenRows } from './guarded-sources';

type Value = Expression<Resolved>;

/** The sources of a SELECT around a query, and the guards of their rows. */
interface Around {
  readonly aliases: ReadonlySet<string>;
  readonly guards: readonly Guard[];
}

/** The context of a query. */
interface Place {
  readonly around: readonly Around[];
  /** Name of the additional column that is 1 on rows that the caller may see. Undefined if the column is not needed. */
  readonly visibleAs?: string | undefined;
  /** Whether a data source may move the query's values into conditions of the SELECT around it. */
  readonly isInner: boolean;
}

/** The context for the values of one SELECT. */
interface Block {
  readonly guards: readonly Guard[];
  readonly inside: Place;
  readonly isInner: boolean;
  readonly groupBy: readonly Value[];
}

/**
 * Guards every expression that can fail with the row filters: `CASE WHEN filter THEN ... END`. A filter in a WHERE is
 * not sufficient: data sources test the conditions of a statement in any order, and an error would reveal rows that the
 * caller may not see. Expressions that cannot fail remain unchanged, so that indexes apply.
 */
export function guardRows(query: Query<Resolved>, hidden: HiddenRows, traits: DialectTraits): Query<Resolved> {
  return hidden.entities.size === 0 ? query : new Guarding(hidden, traits).query(query, { around: [], isInner: false });
}

class Guarding {
  readonly #failures: Failures;
  readonly #sources: GuardedSources;

  constructor(
    hidden: HiddenRows,
    readonly traits: DialectTraits,
  ) {
    this.#failures = new Failures(traits);
    this.#sources = new GuardedSources(hidden);
  }

  query(query: Query<Resolved>, place: Place): Query<Resolved> {
    const { with: common } = query;
    const tables = common?.tables.map((table) => this.common(table, place));
    const guarded = query.kind === 'select' ? this.select(query, place) : this.set(query, place);
    return tables === undefined || common === undefined ? guarded : { ...guarded, with: { ...common, tables } };
  }

  /** Guards a common table, which returns the visibility column to every query that reads it. */
  private common(table: CommonTable<Resolved>, { around }: Place): CommonTable<Resolved> {
    const visibleAs = this.#sources.register(table);
    return { ...table, query: this.query(table.query, { around, visibleAs, isInner: true }) };
  }

  private set(query: SetOperation<Resolved>, place: Place): Query<Resolved> {
    return { ...query, left: this.query(query.left, place), right: this.query(query.right, place) };
  }

  private select(select: Select<Resolved>, place: Place): Query<Resolved> {
    const { from } = select;
    const needs = place.visibleAs !== undefined || valuesOf(select).some((value) => this.#failures.canFail(value));
    const source = from && this.source(select, place, needs);
    const around = place.around.filter(({ aliases }) => this.#sources.reads(select, aliases));
    const own = source?.guards ?? [];
    const guards = [...own, ...around.flatMap((outer) => outer.guards)];
    const inside = {
      around: [...place.around, { aliases: source?.aliases ?? new Set<string>(), guards: own }],
      isInner: true,
    };
    const block: Block = { guards, inside, isInner: place.isInner, groupBy: select.groupBy };
    const guarded = isGrouped(select) ? this.groups(select, block, place) : this.rows(select, block);
    const visibility =
      place.visibleAs === undefined
        ? []
        : [{ expression: visibilityOf(select, own), alias: identifier(place.visibleAs) }];
    return { ...guarded, items: [...guarded.items, ...visibility], ...(source && { from: source.source }) };
  }

  private source(select: Select<Resolved>, place: Place, needs: boolean): GuardedSource | undefined {
    return (
      select.from &&
      this.#sources.open(select.from, {
        needs: needs || this.#sources.conditionsOf(select.from).some((on) => this.#failures.canFail(on)),
        derived: (query, visibleAs, before) => {
          const around = before === undefined ? place.around : [...place.around, before];
          return this.query(query, { around, visibleAs, isInner: true });
        },
        condition: (on, left, right) => this.joining(on, place, [left, right]),
      })
    );
  }

  /** Guards a SELECT without groups. */
  private rows(select: Select<Resolved>, block: Block): Select<Resolved> {
    const value = (node: Value): Value => this.row(node, block);
    const { where, having } = select;
    return {
      ...this.parts(select, value),
      ...(where && { where: this.condition(where, block) }),
      ...(having && { having: this.condition(having, block) }),
    };
  }

  /**
   * Guards a SELECT with groups: a COUNT guards the values of a group, which no data source can test before it forms
   * the group.
   */
  private groups(select: Select<Resolved>, block: Block, { around }: Place): Select<Resolved> {
    const inside = { around, isInner: true };
    const value = (node: Value): Value => this.group(node, { ...block, inside }, block);
    const { where, having, groupBy } = select;
    return {
      ...this.parts(select, value),
      groupBy: groupBy.map((key) => this.row(key, block)),
      ...(where && { where: this.condition(where, block) }),
      ...(having && { having: value(having) }),
    };
  }

  private parts(select: Select<Resolved>, value: (node: Value) => Value): Select<Resolved> {
    const map = { expression: value, query: (query: Query<Resolved>) => query };
    return {
      ...select,
      items: select.items.map((item) =>
        isExpression(item.expression) ? { ...item, expression: value(item.expression) } : item,
      ),
      windows: select.windows.map(({ name, window }) => ({ name, window: mapWindow(window, map) })),
      orderBy: select.orderBy.map((item) => mapOrderItem(item, map)),
    };
  }

  /** Returns the condition with all parts that can fail under one guard. */
  private condition(condition: Value, block: Block): Value {
    const parts = conjuncts(condition);
    const failing = parts.filter((part) => this.#failures.canFail(part));
    const kept = parts.filter((part) => !failing.includes(part)).map((part) => this.inside(part, block));
    const guarded = conjunction(failing.map((part) => this.inside(part, block)));
    return conjunction([...kept, guarded && this.guard(guarded, { ...block, isInner: true })]) ?? condition;
  }

  /**
   * Guards the condition of a join. An equality of one side with the other remains an equality, so that the engine can
   * join by it, and each operand is guarded by its own rows.
   */
  private joining(on: Value, place: Place, sides: readonly [GuardedSource, GuardedSource]): Value {
    const own = sides.flatMap(({ guards }) => guards);
    const aliases = new Set(sides.flatMap((side) => [...side.aliases]));
    const inside = { around: [...place.around, { aliases, guards: own }], isInner: true };
    const block: Block = { guards: own, inside, isInner: true, groupBy: [] };
    const parts = conjuncts(on).map((part) => {
      const guarded = this.comparison(part, block, sides);
      return { part, guarded };
    });
    const others = parts.filter(({ guarded }) => guarded === undefined).map(({ part }) => part);
    const rest = conjunction(others);
    return conjunction([...parts.map(({ guarded }) => guarded), rest && this.condition(rest, block)]) ?? on;
  }

  private comparison(part: Value, block: Block, sides: readonly GuardedSource[]): Value | undefined {
    if (part.kind !== 'binary' || part.operator !== '=' || !this.#failures.canFail(part)) return undefined;
    const guardsOf = (operand: Value): readonly Guard[] | undefined => {
      const read = sides.filter(({ aliases }) => referencesIn(operand).some(({ source }) => aliases.has(source)));
      return read.length === 1 ? read[0]?.guards : undefined;
    };
    const [left, right] = [guardsOf(part.left), guardsOf(part.right)];
    if (left === undefined || right === undefined || !this.#failures.isTotal(part)) return undefined;
    return binary(
      this.row(part.left, { ...block, guards: left }),
      '=',
      this.row(part.right, { ...block, guards: right }),
    );
  }

  /** Returns the guarded value of a row. */
  private row(value: Value, block: Block): Value {
    const guarded = this.inside(value, block);
    return this.#failures.canFail(value) ? this.guard(guarded, block) : guarded;
  }

  /** Returns the guarded value of a group; `rows` is the context of the rows in the group. */
  private group(value: Value, block: Block, rows: Block): Value {
    const built = this.ofGroup(value, block, rows);
    const isPlain = !this.#failures.canFail(value) || isAggregateCall(value) || isKey(value, block);
    if (isPlain || block.groupBy.length === 0) return built;
    return { kind: 'case', branches: [{ when: HAS_ROWS, then: built }] };
  }

  private ofGroup(value: Value, block: Block, rows: Block): Value {
    if (isKey(value, block)) return this.row(value, rows);
    const isOverRows = isAggregateCall(value);
    return rewriteChildren(value, {
      expression: (child) => (isOverRows ? this.row(child, rows) : this.ofGroup(child, block, rows)),
      query: (query) => this.query(query, isOverRows ? rows.inside : block.inside),
    });
  }

  /** Returns the value with guards in its sub-queries and windows. */
  private inside(value: Value, block: Block): Value {
    const isWindow = value.kind === 'call' && value.over !== undefined;
    return rewriteChildren(value, {
      expression: (child) => (isWindow ? this.row(child, block) : this.inside(child, block)),
      query: (query) => this.query(this.ofOneRow(value, query, block), block.inside),
    });
  }

  /**
   * Restricts a scalar sub-query to rows that the caller may see: a scalar sub-query fails if it returns more than one
   * row.
   */
  private ofOneRow(node: Value, query: Query<Resolved>, { inside }: Block): Query<Resolved> {
    if (node.kind !== 'scalar-query' || query.kind !== 'select' || query.from === undefined) return query;
    const read = inside.around.filter(({ aliases }) => this.#sources.reads(query, aliases));
    const where = conjunction([query.where, ...read.flatMap(({ guards }) => filtersOf(guards))]);
    return isGrouped(query) || where === undefined ? query : { ...query, where };
  }

  private guard(value: Value, { guards, isInner }: Block): Value {
    const isHeld = this.traits.propagatesConstants && isInner;
    const filters = filtersOf(guards);
    if (filters.length === 0) return value;
    const filter = conjunction(isHeld ? guards.map((guard) => guard.value) : filters);
    return filter === undefined ? value : guardBy(filter, value, isHeld);
  }
}

/** A condition that is true for every group, but unknown before the group is formed. */
const HAS_ROWS: Value = binary(
  { kind: 'call', name: 'COUNT', arguments: [{ kind: 'star', qualifier: [] }], distinct: false },
  '>',
  constant('integer', '0'),
);

/**
 * Returns the filters of entities. The guards of joined links and values are omitted: a value is computed after the join,
 * whereas a condition may be tested before it.
 */
function filtersOf(guards: readonly Guard[]): readonly Value[] {
  return guards.filter(({ isOfJoin }) => !isOfJoin).map(({ value }) => value);
}

/** Returns 1 for a row, or for a group of rows, that the caller may see, and 0 for others. */
function visibilityOf(select: Select<Resolved>, guards: readonly Guard[]): Value {
  const one = constant('integer', '1');
  const when = isGrouped(select) ? HAS_ROWS : conjunction(filtersOf(guards));
  if (when === undefined || (isGrouped(select) && select.groupBy.length === 0)) return one;
  return { kind: 'case', branches: [{ when, then: one }], otherwise: constant('integer', '0') };
}

function isGrouped(select: Select<Resolved>): boolean {
  if (select.groupBy.length > 0) return true;
  return valuesOf(select).some((value) => someNode(value, isAggregateCall));
}

function isKey(value: Value, { groupBy }: Block): boolean {
  return groupBy.some((key) => isSameTree(key, value));
}
