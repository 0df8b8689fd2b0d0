import type { Expression } from '../../../model';
import type { Column, Resolved } from '../../values';
import { conjuncts } from '../../tree';
import { pairsOf, type Scan } from './join-tree';
import { columnKey, rejectedNulls } from './rejects-null';

type Value = Expression<Resolved>;

/** An anti-join: `NOT EXISTS (SELECT ... FROM source WHERE inner = outer AND ... AND conditions)`. */
export interface AntiJoin {
  readonly source: Scan;
  readonly alias: string;
  readonly pairs: readonly { readonly inner: Column; readonly outer: Column }[];
  /** The other conditions of WHERE, without the NOT NULL checks that the pairs imply. */
  readonly conditions: readonly Value[];
}

/** Returns the anti-join that a condition represents, or undefined. */
export function readAntiJoin(condition: Value): AntiJoin | undefined {
  if (condition.kind !== 'unary' || condition.operator !== 'not' || condition.operand.kind !== 'exists')
    return undefined;
  const { query } = condition.operand;
  if (query.kind !== 'select' || query.from === undefined || query.from.kind === 'join') return undefined;
  const isPlain = [query.with, query.having, query.limit, query.offset].every((clause) => clause === undefined);
  if (!isPlain || query.groupBy.length > 0) return undefined;
  const alias = query.from.alias?.name ?? '';
  const parts = conjuncts(query.where);
  const found = pairsOf(parts, alias);
  const pairs = found.map(({ inner, outer }) => ({ inner: inner.reference, outer: outer.reference }));
  const paired = new Set(found.map(({ part }) => part));
  const joined = new Set(pairs.map(({ inner }) => columnKey(inner)));
  const conditions = parts.filter((part) => !paired.has(part) && !isCheckOf(part, joined));
  return { source: query.from, alias, pairs, conditions };
}

/** Returns whether the condition only checks that one of these columns is NOT NULL. */
export function isCheckOf(part: Value, columns: ReadonlySet<string>): boolean {
  if (part.kind !== 'is' || part.test !== 'null' || !part.negated) return false;
  return [...rejectedNulls(part)].every((column) => columns.has(column)) && part.operand.kind === 'reference';
}
