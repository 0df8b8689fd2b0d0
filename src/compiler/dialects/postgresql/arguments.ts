import { typeOf } from '../../values';
import { boundValue, observe } from '../../trace';
import { type Fragment, heldType, sql } from '../../emit';
import { type Arguments, at, nodeAt } from '../translation';
import { alike, asDouble, asNumber, asText, asTimestamp, numberOfText } from './values';

export const date = (call: Arguments, index: number): Fragment =>
  asTimestamp(at(call.values, index), nodeAt(call, index));
export const text = (call: Arguments, index: number): Fragment =>
  asText(at(call.values, index), heldType(nodeAt(call, index)));
/** Returns an argument as a number. */
export const number = (call: Arguments, index: number): Fragment =>
  asNumber(at(call.values, index), nodeAt(call, index));
/** Returns an argument as an inexact number. */
export const double = (call: Arguments, index: number): Fragment =>
  asDouble(at(call.values, index), nodeAt(call, index));

const SMALL: ReadonlySet<string> = new Set(['integer', 'smallint']);
const MOST = '2147483647';

/**
 * Returns an argument as a count or position of 32 bits, rounded to a whole number. A string counts as its leading
 * digits, and a number beyond the range of 32 bits as the end of that range, as in MySQL.
 */
export const place = (call: Arguments, index: number): Fragment => {
  const [value, node] = [at(call.values, index), nodeAt(call, index)];
  const type = heldType(node);
  if (node.kind === 'literal' && node.type === 'integer' && observe(node, ({ text: digits }) => digits.length < 10))
    return node.inline === true ? [node.text] : sql`${[boundValue(node, 'integer')]}::integer`;
  if (SMALL.has(type)) return value;
  const exact = type === 'string' ? numberOfText(value, 'integer', 'NUMERIC') : asNumber(value, node);
  if (type === 'boolean' || type === 'truth') return exact;
  if (type === 'null') return sql`CAST(${value} AS INTEGER)`;
  return sql`CASE WHEN ${exact} > ${MOST} THEN ${MOST} WHEN ${exact} < -${MOST} THEN -${MOST} ELSE CAST(${exact} AS INTEGER) END`;
};

/** Returns the arguments from which the result is chosen, converted to one type. */
export const shared = ({ nodes, values }: Arguments, from = 0): readonly Fragment[] => {
  const types = nodes.slice(from).map(typeOf);
  return values.slice(from).map((value, index) => alike(value, types[index] ?? 'unknown', types));
};
