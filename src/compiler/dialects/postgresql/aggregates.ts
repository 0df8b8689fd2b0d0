import { MOST_GATHERED_BYTES } from '../../../model';
import { constant } from '../../tree';
import { typeOf } from '../../values';
import { type Fragment, join, sql } from '../../emit';
import { type Arguments, at, nodeAt, type Writer } from '../translation';
import { number, text } from './arguments';
import { orderItem } from './order-item';
import { tooLong } from './room';
import { concat } from './texts';
import { asDouble } from './values';

/**
 * Wraps an aggregate that concatenates strings, so that it fails if the result is too long. PostgreSQL computes equal
 * aggregates once.
 */
export const gathered =
  (write: Writer): Writer =>
  (call) => {
    const written = write(call);
    const size = sql`octet_length(${written})`;
    return sql`CASE WHEN ${size} > ${String(MOST_GATHERED_BYTES)} THEN CAST(CAST(${tooLong(size)} AS INTEGER) AS TEXT) ELSE ${written} END`;
  };

/** Writes GROUP_CONCAT with its order and separator. */
export const groupConcat: Writer = gathered((call) => {
  const { node, nodes, emit } = call;
  const value = nodes.length === 1 ? text(call, 0) : concat(call);
  return listed(call, value, emit.value(constant('string', node.separator ?? ',')), []);
});

/**
 * Writes the strings of a group in the order of the call, with a separator. With DISTINCT, each string keeps its first
 * position: PostgreSQL sorts distinct values only by themselves.
 */
export function listed(call: Arguments, value: Fragment, separator: Fragment, filter: Fragment): Fragment {
  const { node } = call;
  if (!node.distinct || (node.orderBy ?? []).length === 0)
    return sql`string_agg(${node.distinct ? 'DISTINCT ' : ''}${value}, ${separator}${orderOf(call)})${filter}`;
  const places = sql`unnest(array_agg(${value}${orderOf(call)})${filter}) WITH ORDINALITY AS element (v, n)`;
  return sql`(SELECT string_agg(v, ${separator} ORDER BY n) FROM (SELECT v, MIN(n) AS n FROM ${places} GROUP BY v) AS elements)`;
}

/** Writes the ORDER BY of an aggregate, as it follows the arguments. */
function orderOf({ node, emit }: Arguments): Fragment {
  const order = (node.orderBy ?? []).map((item) => orderItem(item, emit.value(item.expression)));
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
  return sql`COUNT(${distinct}CASE WHEN ${present} THEN ROW(${join(values, ', ')}) END)`;
}

/** Writes SUM or AVG. Strings and booleans are converted to numbers, and sums of inexact numbers have double precision. */
export function aggregate(name: string): Writer {
  return (call) => {
    const node = nodeAt(call, 0);
    const value = typeOf(node) === 'float' ? asDouble(at(call.values, 0), node) : number(call, 0);
    return sql`${name}(${call.node.distinct ? 'DISTINCT ' : ''}${value})`;
  };
}

/** Writes MIN or MAX, which PostgreSQL 15 does not have for booleans and bytes. */
export function extreme(name: string, ofBooleans: string): Writer {
  return (call) => {
    const value = at(call.values, 0);
    if (typeOf(nodeAt(call, 0)) === 'boolean') return sql`${ofBooleans}(${value})`;
    if (typeOf(nodeAt(call, 0)) === 'binary') return sql`decode(${name}(encode(${value}, 'hex') COLLATE "C"), 'hex')`;
    return sql`${name}(${call.node.distinct ? 'DISTINCT ' : ''}${value})`;
  };
}

const UNSIGNED = '18446744073709551616';

/** Writes an aggregate over the bits of whole numbers. The result has no sign; without values, it is `none`. */
export function bits(name: string, none: string): Writer {
  return (call) => {
    const value = sql`CAST(${name}(CAST(${number(call, 0)} AS BIGINT)) AS NUMERIC)`;
    return sql`COALESCE((${value} + ${UNSIGNED}) % ${UNSIGNED}, ${none})`;
  };
}
