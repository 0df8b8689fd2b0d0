import type { Call, Expression, Select, Source } from '../../../model';
import { conjuncts, isExpression, isSameTree, referencesIn, someNode } from '../../tree';
import { type Column, isAggregateCall, type Resolved } from '../../values';
import { aliasesOf } from '../paths/reached-rows';

import type { NamedSource } from '../scope/scope';

type Value = Expression<Resolved>;

/** The FROM of a SELECT and what names see of it; `beside` are the aliases of what stands there in addition. */
export interface GroupedRows {
  readonly from: Source<Resolved>;
  readonly sources: readonly NamedSource[];
  readonly beside?: readonly string[];
}

/**
 * What has one value in each group of a SELECT: what it is grouped by, what equals that or a constant on every row, and
 * every column of an entity of which the identity is settled so, to-one paths included (MySQL manual, "Detection of
 * Functional Dependence"). Nothing but the keys themselves under WITH ROLLUP, where the groups of totals have many entities.
 */
export class Grouping {
  readonly #own: ReadonlySet<string>;
  readonly #keys: ReadonlySet<Value>;
  readonly #columns = new Set<string>();
  readonly #aliases = new Set<string>();

  /** `select` as resolved, without its FROM. */
  constructor(
    readonly select: Select<Resolved>,
    { from, sources, beside = [] }: GroupedRows,
  ) {
    this.#own = new Set([...aliasesOf(from), ...beside]);
    this.#keys = new Set(select.groupBy);
    for (const key of select.groupBy) if (key.kind === 'reference') this.#columns.add(nameOf(key.reference));
    if (!select.rollup) this.settle([...conjuncts(select.where), ...conditionsOf(from)], sources);
  }

  /** Whether the SELECT makes groups: it says so, or aggregates its rows. */
  get isThere(): boolean {
    const { groupBy, items, having, orderBy } = this.select;
    const values = [...items, ...orderBy].map(({ expression }) => expression).filter(isExpression);
    return groupBy.length > 0 || [...values, ...(having ? [having] : [])].some((value) => this.aggregates(value));
  }

  /** Whether the value is what the rows are grouped by. */
  isKey(value: Value): boolean {
    return this.#keys.has(value) || this.keyOf(value) !== undefined;
  }

  /** Which of what the rows are grouped by the value is, counted from 0. */
  keyOf(value: Value): number | undefined {
    const index = this.select.groupBy.findIndex((key) =>
      key.kind === 'reference' && value.kind === 'reference'
        ? nameOf(key.reference) === nameOf(value.reference)
        : key.kind === value.kind && isSameTree(key, value),
    );
    return index < 0 ? undefined : index;
  }

  /** Whether the column is one of the FROM of the SELECT. */
  isOwn({ source }: Column): boolean {
    return this.#own.has(source);
  }

  isSettled(column: Column): boolean {
    return this.#aliases.has(column.source) || this.#columns.has(nameOf(column));
  }

  /** Whether the call aggregates rows of the SELECT; one `within` a sub-query does where it reads nothing but them. */
  isAggregate(node: Value, within = false): node is Call<Resolved> {
    if (!isAggregateCall(node)) return false;
    const columns = referencesIn(node);
    if (within) return columns.length > 0 && columns.every((column) => this.isOwn(column));
    return columns.length === 0 || columns.some((column) => this.isOwn(column));
  }

  private aggregates(value: Value): boolean {
    return someNode(value, (node) => this.isAggregate(node));
  }

  /** Goes on as long as one equality or entity settles what another one needs. */
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

/** The conditions that every row of a FROM passes: those of its inner joins. */
function conditionsOf(from: Source<Resolved>): readonly Value[] {
  if (from.kind !== 'join' || from.join === 'right') return [];
  const left = conditionsOf(from.left);
  return from.join === 'left' ? left : [...left, ...conditionsOf(from.right), ...conjuncts(from.on)];
}

function nameOf({ source, name }: Column): string {
  return `${source}.${name}`;
}
