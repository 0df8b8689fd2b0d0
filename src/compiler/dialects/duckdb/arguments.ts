import { typeOf } from '../../values';
import { constant } from '../../tree';
import { type Call, type EmitChild, type Expression, type Fragment, heldType, sql } from '../../emit';
import { alike, asNumber, asText, asTimestamp, numberOfText } from './values';

/** The arguments of a call: `values` are emitted, `nodes` are expressions. */
export interface Arguments {
  readonly node: Call;
  readonly nodes: readonly Expression[];
  readonly values: readonly Fragment[];
  readonly emit: EmitChild;
}
export type Writer = (call: Arguments) => Fragment;

export const at = (values: readonly Fragment[], index: number): Fragment => values[index] ?? [];
export const nodeAt = ({ nodes }: Arguments, index: number): Expression => nodes[index] ?? constant('null', '');

export const date = (call: Arguments, index: number): Fragment =>
  asTimestamp(at(call.values, index), nodeAt(call, index));
export const text = (call: Arguments, index: number): Fragment =>
  asText(at(call.values, index), heldType(nodeAt(call, index)));
/** Writes the greater of a number and 0. NULL stays NULL. */
export const atLeastZero = (value: Fragment): Fragment => sql`CASE WHEN ${value} < 0 THEN 0 ELSE ${value} END`;
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
