import { at, atLeastZero, nodeAt, text, whole, type Arguments, type Writer } from './duckdb-arguments';
import { join, sql, type Fragment } from './fragment';

export const textCall =
  (name: string): Writer =>
  (call) =>
    sql`${name}(${join([text(call, 0), ...call.values.slice(1)], ', ')})`;
export const padded =
  (name: string): Writer =>
  (call) =>
    sql`${name}(${text(call, 0)}, ${whole(at(call.values, 1))}, ${text(call, 2)})`;
export const cutAt =
  (side: 'LEFT' | 'RIGHT'): Writer =>
  (call) =>
    sql`${side}(${text(call, 0)}, ${atLeastZero(at(call.values, 1))})`;

/** All arguments as one text; NULL of a NULL. */
export function concat(call: Arguments): Fragment {
  return sql`(${join(
    call.nodes.map((_, index) => text(call, index)),
    ' || ',
  )})`;
}

/** Where a text stands in another, in any letter case; 0 where it does not. */
export function locate(whole: Fragment, sought: Fragment, from: Fragment | undefined): Fragment {
  if (from === undefined) return sql`instr(LOWER(${whole}), LOWER(${sought}))`;
  const rest = sql`instr(LOWER(SUBSTRING(${whole}, ${from})), LOWER(${sought}))`;
  return sql`CASE WHEN ${rest} = 0 THEN 0 ELSE ${rest} + ${from} - 1 END`;
}

/** What stands before the n-th separator, or for a negative count behind the n-th from the end. */
export function substringIndex(call: Arguments): Fragment {
  const parts = sql`string_split(${text(call, 0)}, ${text(call, 1)})`;
  const count = at(call.values, 2);
  const slice = sql`CASE WHEN ${count} >= 0 THEN list_slice(${parts}, 1, ${count}) ELSE list_slice(${parts}, GREATEST(len(${parts}) + ${count} + 1, 1), len(${parts})) END`;
  return sql`array_to_string(${slice}, ${text(call, 1)})`;
}

/** A position outside of the text and a negative length give the empty text. */
export function substring(call: Arguments): Fragment {
  const [, position = [], length] = call.values;
  const all = text(call, 0);
  const cut = sql`SUBSTRING(${join([all, position, ...(length === undefined ? [] : [atLeastZero(length)])], ', ')})`;
  const start = nodeAt(call, 1);
  if (start.kind === 'literal' && Number(start.text) > 0) return cut;
  return sql`CASE WHEN ${position} = 0 OR -${position} > length(${all}) THEN '' ELSE ${cut} END`;
}
