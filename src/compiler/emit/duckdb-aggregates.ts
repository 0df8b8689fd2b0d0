import { constant } from '../tree';
import { at, nodeAt, text, type Arguments, type Writer } from './duckdb-arguments';
import { concat } from './duckdb-texts';
import { asNumber } from './duckdb-values';
import { join, sql, type Fragment } from './fragment';

/** GROUP_CONCAT, with its order and separator. */
export function groupConcat(call: Arguments): Fragment {
  const { node, nodes, emit } = call;
  const value = nodes.length === 1 ? text(call, 0) : concat(call);
  const order = (node.orderBy ?? []).map(
    (item) => sql`${emit.value(item.expression)}${item.descending ? ' DESC' : ''}`,
  );
  const separator = emit.value(constant('string', node.separator ?? ','));
  if (node.distinct && order.length === 1) return distinctConcat(call, separator);
  return sql`string_agg(${node.distinct ? 'DISTINCT ' : ''}${value}, ${separator}${order.length > 0 ? sql` ORDER BY ${join(order, ', ')}` : []})`;
}

/** With DISTINCT DuckDB sorts only by the values themselves: they are listed in order, then joined. */
function distinctConcat(call: Arguments, separator: Fragment): Fragment {
  const value = at(call.values, 0);
  const descending = call.node.orderBy?.[0]?.descending === true ? ' DESC' : '';
  return sql`array_to_string(list(DISTINCT ${value} ORDER BY ${value}${descending}) FILTER (WHERE ${value} IS NOT NULL), ${separator})`;
}

/** COUNT(DISTINCT a, b) counts the different pairs without NULL. */
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

/** SUM or AVG, of texts and booleans as numbers. */
export function aggregate(name: string): Writer {
  return (call) =>
    sql`${name}(${call.node.distinct ? 'DISTINCT ' : ''}${asNumber(at(call.values, 0), nodeAt(call, 0))})`;
}
