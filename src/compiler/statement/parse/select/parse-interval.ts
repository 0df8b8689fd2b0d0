import type { Call, Interval, IntervalUnit, Written } from '../../../../model';
import { INTERVAL_UNITS } from '../tokens/keywords';
import { parseParenthesis } from './parse-parenthesis';
import type { TokenCursor } from '../tokens/token-cursor';

/** Parses `INTERVAL x unit` or the function `INTERVAL(n, n1, n2, ...)`. */
export function parseIntervalOrCall(cursor: TokenCursor): Interval<Written> | Call<Written> {
  const { at } = cursor.next();
  const operand = cursor.at('(') ? parseParenthesis(cursor) : undefined;
  if (operand?.kind === 'row') {
    return { kind: 'call', name: 'INTERVAL', arguments: operand.items, distinct: false, at };
  }
  const value = operand === undefined ? cursor.expression() : cursor.climb(operand);
  return { kind: 'interval', value, unit: parseIntervalUnit(cursor) };
}

/** Parses an interval unit such as `DAY` or `DAY_HOUR`. Returns it in upper case. */
export function parseIntervalUnit(cursor: TokenCursor): IntervalUnit {
  if (!cursor.atAny(INTERVAL_UNITS)) cursor.refuseFound('a unit of time such as DAY', [...INTERVAL_UNITS]);
  return cursor.next().key;
}
