import type { Call, Interval, IntervalUnit, Literal, Written } from '../../../../model';
import { INTERVAL_UNITS } from '../tokens/keywords';
import { parseParenthesis } from './parse-parenthesis';
import type { TokenCursor } from '../tokens/token-cursor';

/** Parses `INTERVAL x unit`, `INTERVAL '3 days'` or the function `INTERVAL(n, n1, n2, ...)`. */
export function parseIntervalOrCall(cursor: TokenCursor): Interval<Written> | Call<Written> {
  const { at } = cursor.next();
  const whole = takeWholeInterval(cursor);
  if (whole !== undefined) return whole;
  const operand = cursor.at('(') ? parseParenthesis(cursor) : undefined;
  if (operand?.kind === 'row') {
    return { kind: 'call', name: 'INTERVAL', arguments: operand.items, distinct: false, at };
  }
  const value = operand === undefined ? cursor.expression() : cursor.climb(operand);
  if (value.kind === 'literal' && value.type === 'string' && !cursor.atAny(INTERVAL_UNITS)) {
    const hint = "write INTERVAL '3 days' or INTERVAL 3 DAY, and one INTERVAL for each unit";
    cursor.refuse({ message: `'${value.text}' is not a number and a unit of time`, hint }, value.at);
  }
  return { kind: 'interval', value, unit: parseIntervalUnit(cursor) };
}

const WHOLE = /^\s*([+-]?\d{1,9})\s+(microsecond|second|minute|hour|day|week|month|quarter|year)s?\s*$/i;

/** Parses a string with a number and a unit, if no unit follows it. */
function takeWholeInterval(cursor: TokenCursor): Interval<Written> | undefined {
  const { kind, value, at } = cursor.peek();
  if (kind !== 'string' || INTERVAL_UNITS.has(cursor.peek(1).key) || cursor.atString(1)) return undefined;
  const [, amount, unit] = WHOLE.exec(value) ?? [];
  if (amount === undefined || unit === undefined) return undefined;
  cursor.next();
  const number: Literal = { kind: 'literal', type: 'integer', text: amount.replace(/^[+-]/, ''), at };
  const negative = amount.startsWith('-');
  return {
    kind: 'interval',
    value: negative ? { kind: 'unary', operator: '-', operand: number } : number,
    unit: unit.toUpperCase(),
  };
}

/** Parses an interval unit such as `DAY` or `DAY_HOUR`. Returns it in upper case. */
export function parseIntervalUnit(cursor: TokenCursor): IntervalUnit {
  if (!cursor.atAny(INTERVAL_UNITS)) cursor.refuseFound('a unit of time such as DAY', [...INTERVAL_UNITS]);
  return cursor.next().key;
}
