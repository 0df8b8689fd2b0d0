import { typeOf } from '../../values';
import { constant } from '../../tree';
import { type Call, type EmitChild, type Expression, type Fragment, heldType, join, sql } from '../../emit';
import { alike, asText, asTimestamp } from './values';

/** The arguments of a call: `values` are emitted, `nodes` are expressions. */
export interface Arguments {
  readonly node: Call;
  readonly nodes: readonly Expression[];
  readonly values: readonly Fragment[];
  readonly emit: EmitChild;
}
export type Writer = (call: Arguments) => Fragment;

export const renamed =
  (name: string): Writer =>
  ({ values }) =>
    sql`${name}(${join(values, ', ')})`;
export const at = (values: readonly Fragment[], index: number): Fragment => values[index] ?? [];
export const nodeAt = ({ nodes }: Arguments, index: number): Expression => nodes[index] ?? constant('null', '');

export const date = (call: Arguments, index: number): Fragment =>
  asTimestamp(at(call.values, index), nodeAt(call, index));
export const text = (call: Arguments, index: number): Fragment =>
  asText(at(call.values, index), heldType(nodeAt(call, index)));
/** Writes the greater of a number and 0. NULL stays NULL. */
export const atLeastZero = (value: Fragment): Fragment => sql`CASE WHEN ${value} < 0 THEN 0 ELSE ${value} END`;
export const whole = (value: Fragment): Fragment => sql`CAST(${value} AS INTEGER)`;
/** Returns the arguments from which the result is chosen, converted to one type. */
export const shared = ({ nodes, values }: Arguments, from = 0): readonly Fragment[] => {
  const types = nodes.slice(from).map(typeOf);
  return values.slice(from).map((value, index) => alike(value, types[index] ?? 'unknown', types));
};
