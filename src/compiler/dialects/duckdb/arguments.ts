import { typeOf } from '../../values';
import { type Fragment, heldType, sql } from '../../emit';
import { type Arguments, at, nodeAt } from '../translation';
import { alike, asNumber, asText, asTimestamp, numberOfText } from './values';

export const date = (call: Arguments, index: number): Fragment =>
  asTimestamp(at(call.values, index), nodeAt(call, index));
export const text = (call: Arguments, index: number): Fragment =>
  asText(at(call.values, index), heldType(nodeAt(call, index)));
/** Returns an argument as a number. */
export const number = (call: Arguments, index: number): Fragment =>
  asNumber(at(call.values, index), nodeAt(call, index));

const SMALL: ReadonlySet<string> = new Set(['integer', 'smallint', 'null']);

/**
 * Returns an argument as a count or position, rounded to a whole number. A string counts as its leading digits, and a
 * number beyond the range of 32 bits as the end of that range, as in MySQL.
 */
export const place = (call: Arguments, index: number): Fragment => {
  const [value, node] = [at(call.values, index), nodeAt(call, index)];
  const type = heldType(node);
  if (SMALL.has(type) || (node.kind === 'literal' && node.type === 'integer')) return value;
  const exact = type === 'string' ? numberOfText(value, 'integer', 'DOUBLE') : asNumber(value, node);
  if (type === 'boolean' || type === 'truth') return exact;
  const limited = `CASE WHEN n > ${MOST} THEN ${MOST} WHEN n < -${MOST} THEN -${MOST} ELSE CAST(n AS INTEGER) END`;
  return sql`list_transform([${exact}], lambda n: ${limited})[1]`;
};
const MOST = '2147483647';

/** Returns an argument as a count of 32 bits, for functions that accept no other type. */
export const whole = (call: Arguments, index: number): Fragment => sql`CAST(${place(call, index)} AS INTEGER)`;
/** Returns the arguments from which the result is chosen, converted to one type. */
export const shared = ({ nodes, values }: Arguments, from = 0): readonly Fragment[] => {
  const types = nodes.slice(from).map(typeOf);
  return values.slice(from).map((value, index) => alike(value, types[index] ?? 'unknown', types));
};
