import { constant } from '../../tree';
import { type Call, type EmitChild, type Expression, type Fragment, sql } from '../../emit';

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
/** Writes the greater of a number and 0. NULL stays NULL. */
export const atLeastZero = (value: Fragment): Fragment => sql`CASE WHEN ${value} < 0 THEN 0 ELSE ${value} END`;

/** Functions that keep their argument in arithmetic form. */
const ARITHMETIC: ReadonlySet<string> = new Set(['SUM', 'AVG', 'ROUND', 'TRUNCATE', 'ABS']);

/** Returns a call with its arguments emitted. */
export function callOf(node: Call, emit: EmitChild): Arguments {
  const nodes = node.arguments.filter((argument) => argument.kind !== 'star' && argument.kind !== 'unit');
  const written = (argument: Expression): Fragment => {
    if (argument.kind === 'interval') return [];
    return ARITHMETIC.has(node.name) ? emit.number(argument) : emit.value(argument);
  };
  return { node, nodes, values: nodes.map(written), emit };
}

/** Returns the unit that is the first argument of TIMESTAMPADD and TIMESTAMPDIFF. */
export function unitOf(node: Call): string {
  const unit = node.arguments.find((argument) => argument.kind === 'unit');
  return unit?.unit ?? 'DAY';
}

/** Writes a function of the DATE_ADD family as an operator. A number is a number of days. */
export const addDate =
  (operator: '+' | '-'): Writer =>
  (call) => {
    const amount = nodeAt(call, 1);
    const interval = amount.kind === 'interval' ? amount : ({ kind: 'interval', value: amount, unit: 'DAY' } as const);
    return call.emit.value({ kind: 'binary', operator, left: nodeAt(call, 0), right: interval });
  };

/** Returns the call without the argument of its FILTER, and that clause. */
export function withoutFilter(call: Arguments): [Arguments, Fragment] {
  if (call.node.filtered !== true) return [call, []];
  const [passes = []] = call.values.slice(-1);
  return [
    { ...call, nodes: call.nodes.slice(0, -1), values: call.values.slice(0, -1) },
    sql` FILTER (WHERE ${passes} = 1)`,
  ];
}
