import { scaleOf, typeOf } from '../../values';
import { type Fragment, sql } from '../../emit';
import { nodeAt, type Arguments } from '../translation';
import { number, place, whole } from './arguments';

/** Writes ROUND: inexact numbers round half to even, exact numbers half away from zero. */
export function round(call: Arguments): Fragment {
  const isInexact = scaleOf(nodeAt(call, 0)) === undefined && typeOf(nodeAt(call, 0)) === 'double';
  if (isInexact) return roundTo(call, 'round_even');
  return call.nodes.length === 1 ? sql`round(${number(call, 0)})` : roundTo(call, 'round');
}

/** Writes TRUNCATE, which rounds toward zero. */
export function truncate(call: Arguments): Fragment {
  return roundTo(call, 'trunc');
}

/** The digits before the point beyond which every number rounds to 0. */
const MOST_DIGITS = 38;

function roundTo(call: Arguments, name: string): Fragment {
  const value = number(call, 0);
  const digits = call.nodes[1];
  if (digits === undefined) return sql`${name}(${value}, 0)`;
  if (digits.kind === 'literal') return sql`${name}(${value}, ${whole(call, 1)})`;
  const scale = scaleOf(nodeAt(call, 0)) ?? TEMPORAL_SCALE[typeOf(nodeAt(call, 0))];
  const rounded = scale === undefined ? sql`${name}(p.x, ${LIMITED})` : roundExactly(name, scale);
  return sql`list_transform([struct_pack(x := ${value}, d := ${place(call, 1)})], lambda p: ${rounded})[1]`;
}

const LIMITED = `CAST(CASE WHEN p.d > ${MOST_DIGITS} THEN ${MOST_DIGITS} WHEN p.d < -${MOST_DIGITS} THEN -${MOST_DIGITS} ELSE p.d END AS INTEGER)`;

/** The decimal places of the numbers that stand for times in arithmetic. */
const TEMPORAL_SCALE: Readonly<Partial<Record<string, number>>> = { timestamp: 6, time: 6 };

/** Rounds the decimal `p.x` to `p.d` places. DuckDB rounds decimals to constant places only, so each has a branch. */
function roundExactly(name: string, scale: number): string {
  const places = Array.from({ length: scale + MOST_DIGITS }, (_, index) => scale - 1 - index);
  const branches = places.map((at) => ` WHEN ${at} THEN CAST(${name}(p.x, ${at}) AS DECIMAL(38, ${scale}))`);
  return `CASE WHEN p.d >= ${scale} THEN CAST(p.x AS DECIMAL(38, ${scale})) ELSE CASE p.d${branches.join('')} ELSE CASE WHEN p.d IS NOT NULL AND p.x IS NOT NULL THEN 0 END END END`;
}
