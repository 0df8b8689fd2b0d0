import { observe } from '../../trace';
import { INTEGER_TYPES, scaleOf, typeOf } from '../../values';
import { type Fragment, heldType, sql } from '../../emit';
import { type Arguments, nodeAt } from '../translation';
import { double, number, place } from './arguments';

const INEXACT: ReadonlySet<string> = new Set(['float', 'double', 'string']);

/** Writes ROUND: inexact numbers round half to even, exact numbers half away from zero. */
export function round(call: Arguments): Fragment {
  return rounded(call, 'round');
}

/** Writes TRUNCATE, which rounds toward zero. */
export function truncate(call: Arguments): Fragment {
  return rounded(call, 'trunc');
}

/** PostgreSQL rounds exact numbers only to a number of places, so an inexact number is multiplied first, as MySQL does. */
function rounded(call: Arguments, name: string): Fragment {
  const node = nodeAt(call, 0);
  const isInexact = INEXACT.has(heldType(node)) || typeOf(node) === 'double';
  if (call.nodes.length === 1) {
    // PostgreSQL would convert a whole number to an inexact one
    if (INTEGER_TYPES.has(heldType(node))) return number(call, 0);
    return sql`${name}(${isInexact ? double(call, 0) : number(call, 0)})`;
  }
  if (!isInexact) return roundedExactly(call, name);
  const digits = nodeAt(call, 1);
  if (
    digits.kind !== 'literal' ||
    digits.type !== 'integer' ||
    observe(digits, ({ text }) => Math.abs(Number(text)) > MOST_DIGITS)
  )
    return sql`CAST(${name}(CAST(${number(call, 0)} AS NUMERIC), ${place(call, 1)}) AS DOUBLE PRECISION)`;
  const factor = (power: string): string => `1e${power}::double precision`;
  const places = digits.text;
  const [multiplied, divided] = places.startsWith('-') ? ['/', '*'] : ['*', '/'];
  const size = factor(places.replace(/^[+-]/, ''));
  return sql`(${name}(${double(call, 0)} ${multiplied} ${size}) ${divided} ${size})`;
}

/** The number of places beyond which powers of ten are not exact. */
const MOST_DIGITS = 22;

/** Rounds an exact number. The result has no more decimal places than the number. */
function roundedExactly(call: Arguments, name: string): Fragment {
  const scale = scaleOf(call.node) ?? scaleOf(nodeAt(call, 0));
  const value = sql`${name}(CAST(${number(call, 0)} AS NUMERIC), ${place(call, 1)})`;
  if (typeOf(call.node) === 'bigint') return sql`CAST(${value} AS BIGINT)`;
  return scale === undefined ? value : sql`round(${value}, ${String(scale)})`;
}
