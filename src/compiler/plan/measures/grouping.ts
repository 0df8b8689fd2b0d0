import type { Call, Expression, Select, Source } from '../../../model';
import { conjuncts, isExpression, isSameTree, referencesIn, someNode } from '../../tree';
import { type Column, isAggregateCall, type Resolved } from '../../values';
import { aliasesOf } from '../paths/reached-rows';
import type { NamedSource } from '../scope/scope';

type Value = Expression<Resolved>;

/** The FROM of a SELECT and its sources for names. `beside` contains the aliases of additional tables. */
export interface GroupedRows {
  readonly from: Source<Resolved>;
  readonly sources: readonly NamedSource[];
  readonly beside?: readonly string[];
}

/**
 * Determines the columns with one value in each group of a SELECT: the group keys, columns that equal a key or a
 * constant on every row, and all columns of an entity whose identity has one value, including those of to-one paths
 * (MySQL manual, "Detection of Functional Dependence"). Under WITH ROLLUP only the keys are settled, because a group of
 * totals contains many entities.
 */
export class Grouping {
  readonly #own: ReadonlySet<string>;
  readonly #keys: ReadonlySet<Value>;
  readonly #columns = new Set<string>();
  readonly #aliases = new Set<string>();

  /** `select` is the resolved SELECT without its FROM. */
  constructor(
    readonly select: Select<Resolved>,
    { from, sources, beside = [] }: GroupedRows,
  ) {
    this.#own = new Set([...aliasesOf(from), ...beside]);
    this.#keys = new Set(select.groupBy);
    for (const key of select.groupBy) if (key.kind === 'reference') this.#columns.add(nameOf(key.reference));
    if (!select.rollup) this.settle([...conjuncts(select.where), ...conditionsOf(from)], sources);
  }

  /** Whether the SELECT has groups: a GROUP BY, or an aggregate over its rows. */
  get isThere(): boolean {
    const { groupBy, items, having, orderBy } = this.select;
    const values = [...items, ...orderBy].map(({ expression }) => expression).filter(isExpression);
    return groupBy.length > 0 || [...values, ...(having ? [having] : [])].some((value) => this.aggregates(value));
  }

  /** Reports whether the value is a group key. */
  isKey(value: Value): boolean {
    return this.#keys.has(value) || this.keyOf(value) !== undefined;
  }

  /** Returns the index of the group key that equals the value, from 0. */
  keyOf(value: Value): number | undefined {
    const index = this.select.groupBy.findIndex((key) =>
      key.kind === 'reference' && value.kind === 'reference'
        ? nameOf(key.reference) === nameOf(value.reference)
        : key.kind === value.kind && isSameTree(key, value),
    );
    return index < 0 ? undefined : index;
  }

  /** Reports whether the column belongs to the FROM of the SELECT. */
  isOwn({ source }: Column): boolean {
    return this.#own.has(source);
  }

  isSettled(column: Column): boolean {
    return this.#aliases.has(column.source) || this.#columns.has(nameOf(column));
  }

  /**
   * Reports whether the call aggregates rows of the SELECT. An aggregate `within` a sub-query does so if it reads only
   * columns of the SELECT.
   */
  isAggregate(node: Value, within = false): node is Call<Resolved> {
    if (!isAggregateCall(node)) return false;
    const columns = referencesIn(node);
    if (within) return columns.length > 0 && columns.every((column) => this.isOwn(column));
    return columns.length === 0 || columns.some((column) => this.isOwn(column));
  }

  private aggregates(value: Value): boolean {
    return someNode(value, (node) => this.isAggregate(node));
  }

  /** Repeats until no equality or entity settles another column. */
  private settle(conditions: readonly Value[], sources: readonly NamedSource[]): void {
    const known = (): number => this.#columns.size + this.#aliases.size;
    for (let before = -1; before < known();) {
      before = known();
      for (const condition of conditions) this.settleByEquality(condition);
      for (const source of sources) {
        const aliases = source.settledAliases?.((column) => this.isSettled(column)) ?? [];
        for (const alias of aliases) this.#aliases.add(alias);
      }
    }
  }

  private settleByEquality(condition: Value): void {
    if (condition.kind !== 'binary' || condition.operator !== '=') return;
    const { left, right } = condition;
    if (left.kind === 'reference' && this.isConstant(right)) this.#columns.add(nameOf(left.reference));
    if (right.kind === 'reference' && this.isConstant(left)) this.#columns.add(nameOf(right.reference));
  }

  private isConstant(value: Value): boolean {
    if (value.kind === 'literal') return true;
    return value.kind === 'reference' && (this.isSettled(value.reference) || !this.isOwn(value.reference));
  }
}

/** Returns the conditions that every row of a FROM satisfies: those of its inner joins. */
function conditionsOf(from: Source<Resolved>): readonly Value[] {
  if (from.kind !== 'join' || from.join === 'right') return [];
  const left = conditionsOf(from.left);
  return from.join === 'left' ? left : [...left, ...conditionsOf(from.right), ...conjuncts(from.on)];
}

function nameOf({ source, name }: Column): string {
  return `${source}.${name}`;
}
