import { MOST_GATHERED_BYTES, NO_ROOM } from '../../../model';
import { constant, isSameTree } from '../../tree';
import { at, nodeAt, type Arguments, type Writer } from '../translation';
import { text } from './arguments';
import { concat } from './texts';
import { asNumber, asText } from './values';
import { type Fragment, heldType, join, sql } from '../../emit';

/**
 * Wraps an aggregate that concatenates strings, so that it fails if the result is too long. The call is written only
 * once, because DuckDB runs a subquery in its arguments once per occurrence.
 */
export const gathered =
  (write: Writer): Writer =>
  (call) =>
    sql`list_transform([${write(call)}], lambda t: CASE WHEN strlen(t) > ${String(MOST_GATHERED_BYTES)} THEN error('${NO_ROOM}') ELSE t END)[1]`;

/** Writes GROUP_CONCAT with its order and separator. */
export const groupConcat = gathered(joinTexts);

function joinTexts(call: Arguments): Fragment {
  const { node, nodes, emit } = call;
  const value = nodes.length === 1 ? text(call, 0) : concat(call);
  const separator = emit.value(constant('string', node.separator ?? ','));
  if (node.distinct && node.orderBy !== undefined)
    return sql`array_to_string(${distinctList(call, value)}, ${separator})`;
  return sql`string_agg(${node.distinct ? 'DISTINCT ' : ''}${value}, ${separator}${orderOf(call)})`;
}

function distinctList(call: Arguments, value: Fragment): Fragment {
  if (!isSortedByValue(call)) return distinctInOrder(call, value, sql` FILTER (WHERE ${value} IS NOT NULL)`);
  const own = at(call.values, 0);
  const values = sql`list(DISTINCT ${own}${orderOf(call)}) FILTER (WHERE ${own} IS NOT NULL)`;
  return sql`list_transform(${values}, lambda v: ${asText(['v'], heldType(nodeAt(call, 0)))})`;
}

/** Returns whether the call sorts only by its own values, the only order that DuckDB accepts with DISTINCT. */
export function isSortedByValue({ node, nodes }: Arguments): boolean {
  return nodes.length === 1 && (node.orderBy ?? []).every(({ expression }) => isSameTree(expression, nodes[0]));
}

/** Returns the distinct values of a group in the order of the call. Each value keeps its first position. */
export function distinctInOrder(call: Arguments, value: Fragment, filter: Fragment = []): Fragment {
  const list = sql`list(${value}${orderOf(call)})${filter}`;
  return sql`list_filter(${list}, lambda v, i: list_position(${list}, v) = i)`;
}

/** Writes the ORDER BY of an aggregate, as it follows the arguments. */
export function orderOf({ node, emit }: Arguments): Fragment {
  const order = (node.orderBy ?? []).map(
    (item) => sql`${emit.value(item.expression)}${item.descending ? ' DESC' : ''}`,
  );
  return order.length === 0 ? [] : sql` ORDER BY ${join(order, ', ')}`;
}

/** Writes COUNT. COUNT(DISTINCT a, b) counts the distinct pairs that contain no NULL. */
export function count({ node, values }: Arguments): Fragment {
  if (values.length === 0) return ['COUNT(*)'];
  const distinct = node.distinct ? 'DISTINCT ' : '';
  if (values.length === 1) return sql`COUNT(${distinct}${at(values, 0)})`;
  const present = join(
    values.map((value) => sql`${value} IS NOT NULL`),
    ' AND ',
  );
  return sql`COUNT(${distinct}CASE WHEN ${present} THEN row(${join(values, ', ')}) END)`;
}

/** Writes SUM or AVG. Strings and booleans are converted to numbers. */
export function aggregate(name: string): Writer {
  return (call) =>
    sql`${name}(${call.node.distinct ? 'DISTINCT ' : ''}${asNumber(at(call.values, 0), nodeAt(call, 0))})`;
}
