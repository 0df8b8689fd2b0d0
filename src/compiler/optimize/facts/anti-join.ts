import type { Expression, Source } from '../../../model';
import type { Column, Resolved } from '../../plan';
import { conjuncts } from '../../tree';
import { columnKey, rejectedNulls } from './rejects-null';

type Value = Expression<Resolved>;
type SingleSource = Exclude<Source<Resolved>, { kind: 'join' }>;

/** `NOT EXISTS (SELECT ... FROM source WHERE inner = outer AND ... AND conditions)`. */
export interface AntiJoin {
  readonly source: SingleSource;
  readonly alias: string;
  readonly pairs: readonly { readonly inner: Column; readonly outer: Column }[];
  /** What else the WHERE says, without what the pairs imply: that their columns are not NULL. */
  readonly conditions: readonly Value[];
}

/** The anti-join that a condition is, or nothing. */
export function readAntiJoin(condition: Value): AntiJoin | undefined {
  if (condition.kind !== 'unary' || condition.operator !== 'not' || condition.operand.kind !== 'exists')
    return undefined;
  const { query } = condition.operand;
  if (query.kind !== 'select' || query.from === undefined || query.from.kind === 'join') return undefined;
  const isPlain = [query.with, query.having, query.limit, query.offset].every((clause) => clause === undefined);
  if (!isPlain || query.groupBy.length > 0) return undefined;
  const alias = query.from.alias?.name ?? '';
  const parts = conjuncts(query.where);
  const pairs = parts.map((part) => pairOf(part, alias));
  const found = pairs.filter((pair) => pair !== undefined);
  const joined = new Set(found.map((pair) => columnKey(pair.inner)));
  const conditions = parts.filter((part, index) => pairs[index] === undefined && !isCheckOf(part, joined));
  return { source: query.from, alias, pairs: found, conditions };
}

function pairOf(part: Value, alias: string): AntiJoin['pairs'][number] | undefined {
  if (part.kind !== 'binary' || part.operator !== '=') return undefined;
  const { left, right } = part;
  if (left.kind !== 'reference' || right.kind !== 'reference') return undefined;
  if (left.reference.source === alias && right.reference.source !== alias)
    return { inner: left.reference, outer: right.reference };
  if (right.reference.source === alias && left.reference.source !== alias)
    return { inner: right.reference, outer: left.reference };
  return undefined;
}

/** Whether the condition only says that one of these columns is not NULL. */
export function isCheckOf(part: Value, columns: ReadonlySet<string>): boolean {
  if (part.kind !== 'is' || part.test !== 'null' || !part.negated) return false;
  return [...rejectedNulls(part)].every((column) => columns.has(column)) && part.operand.kind === 'reference';
}
