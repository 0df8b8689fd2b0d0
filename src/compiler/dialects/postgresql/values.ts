import { sharedType, typeOf, type ValueType } from '../../values';
import { type EmitChild, type Expression, type Fragment, heldType, NUMBERS, sql } from '../../emit';
import { bind, bindOnce } from './bind';
import { DAY, MOMENT, TIME_OF_DAY } from './valid-times';

/** Sign and digits of the leading number of a string. `\\10\\2` inserts a 0 between them, so that there is always a digit. */
const LEADING_NUMBER = "'^\\s*([+-]?)((?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)?.*$', '\\10\\2'";
const LEADING_INTEGER = "'^\\s*([+-]?)(\\d*).*$', '\\10\\2'";

/** Writes a value of the type as a string in MySQL's form. Times have the form of responses. */
export function asText(value: Fragment, type: ValueType): Fragment {
  switch (type) {
    case 'string':
      return value;
    case 'boolean':
      return sql`CAST(CAST(${value} AS INTEGER) AS TEXT)`;
    case 'float':
    case 'double':
      return sql`replace(CAST(${value} AS TEXT), 'e+', 'e')`;
    case 'timestamp':
      return sql`replace(to_char(${value}, 'YYYY-MM-DD HH24:MI:SS.US'), '.000000', '')`;
    case 'time':
      return sql`replace(to_char(${value}, 'HH24:MI:SS.US'), '.000000', '')`;
    case 'binary':
      return sql`convert_from(${value}, 'UTF8')`;
    default:
      return sql`CAST(${value} AS TEXT)`;
  }
}

/** Writes the value as a string where PostgreSQL accepts nothing else. */
export function textOf(expression: Expression, emit: EmitChild): Fragment {
  return asText(emit.value(expression), heldType(expression));
}

/** Writes an operand of arithmetic: the leading number of a string (0 without one), 1 or 0 for a boolean, the digits of a date or time. */
export function asNumber(value: Fragment, expression: Expression): Fragment {
  switch (heldType(expression)) {
    case 'date':
      return sql`CAST(to_char(${value}, 'YYYYMMDD') AS BIGINT)`;
    case 'timestamp':
      return sql`CAST(to_char(${value}, 'YYYYMMDDHH24MISS.US') AS NUMERIC(20, 6))`;
    case 'time':
      return sql`CAST(to_char(${value}, 'HH24MISS.US') AS NUMERIC(12, 6))`;
    case 'string':
      return numberOfText(value, 'number', 'DOUBLE PRECISION');
    case 'boolean':
      return sql`CAST(${value} AS INTEGER)`;
    case 'null':
      return sql`CAST(${value} AS BIGINT)`;
    default:
      return value;
  }
}

/** Writes an inexact number. */
export function asDouble(value: Fragment, expression: Expression): Fragment {
  const type = heldType(expression);
  return type === 'double' || type === 'string'
    ? asNumber(value, expression)
    : sql`CAST(${asNumber(value, expression)} AS DOUBLE PRECISION)`;
}

/** Writes the leading number of a string as a number of the given type. */
export function numberOfText(value: Fragment, kind: 'integer' | 'number', type: string): Fragment {
  return sql`CAST(regexp_replace(${value}, ${kind === 'integer' ? LEADING_INTEGER : LEADING_NUMBER}) AS ${type})`;
}

/** Converts a value to the type that it shares with others: a string for values of different kinds, a number for booleans mixed with numbers. */
export function alike(value: Fragment, type: ValueType, others: readonly ValueType[]): Fragment {
  const kinds = others.filter((other) => other !== 'null');
  if (type === 'null') return ['NULL'];
  if (kinds.every((kind) => kind === type)) return value;
  if (sharedType(kinds) === 'string') return asText(value, type);
  return type === 'boolean' ? sql`CAST(${value} AS INTEGER)` : value;
}

/** Writes the cast of a string to a date, a time or a timestamp. A string that is none becomes NULL. */
export function timeOfText(value: Fragment, type: 'DATE' | 'TIME' | 'TIMESTAMP'): Fragment {
  if (type !== 'TIME') return sql`CASE WHEN ${value} ~ '${MOMENT}' THEN CAST(${value} AS ${type}) END`;
  return sql`CASE WHEN ${value} ~ '${TIME_OF_DAY}' THEN CAST(${value} AS TIME) WHEN ${value} ~ '${MOMENT}' THEN CAST(CAST(${value} AS TIMESTAMP) AS TIME) END`;
}

/** Writes the expression as an argument of a date function. Strings are read as timestamps; invalid ones become NULL. */
export function timestampOf(expression: Expression, emit: EmitChild): Fragment {
  return asTimestamp(emit.value(expression), expression);
}

/**
 * Writes a value as a date or timestamp. A time counts as that time today, and a number as its digits: YYYYMMDD or
 * YYYYMMDDhhmmss, where the year may have two digits (MySQL manual, "Date and Time Literals").
 */
export function asTimestamp(value: Fragment, expression: Expression): Fragment {
  const type = typeOf(expression);
  if (type === 'string') return literalMoment(expression) ?? timeOfText(value, 'TIMESTAMP');
  if (type === 'null') return sql`CAST(${value} AS TIMESTAMP)`;
  if (type === 'time') return sql`(CURRENT_DATE + ${value})`;
  if (!isNumeric(type)) return value;
  const text = bindOnce('n', sql`trunc(${asNumber(value, expression)})`, [TEXT_OF_DIGITS], [expression]);
  return bind('t', text, timeOfText(['t'], 'TIMESTAMP'));
}

/** Writes a value as a time of day. A number counts as its digits, hhmmss; one that is no time is NULL. */
export function asTime(value: Fragment, expression: Expression): Fragment {
  const type = typeOf(expression);
  if (isNumeric(type))
    return bindOnce('n', sql`CAST(${asNumber(value, expression)} AS NUMERIC)`, [TIME_OF_DIGITS], [expression]);
  if (type === 'date') return sql`CAST(CAST(${value} AS TIMESTAMP) AS TIME)`;
  return type === 'string' ? timeOfText(value, 'TIME') : sql`CAST(${value} AS TIME)`;
}

const TIME_OF_DIGITS =
  'CASE WHEN n >= 0 AND n < 240000 AND n % 10000 < 6000 AND n % 100 < 60 THEN make_time(CAST(div(n, 10000) AS INTEGER), CAST(div(n, 100) % 100 AS INTEGER), CAST(n % 100 AS DOUBLE PRECISION)) END';

/** Writes a constant string that is certainly a date or timestamp. */
function literalMoment(expression: Expression): Fragment | undefined {
  const isMoment = expression.kind === 'literal' && expression.inline === true && DAY.test(expression.text);
  return isMoment ? [`TIMESTAMP '${expression.text}'`] : undefined;
}

/** Whether values of the type are numbers; truth values are 0 and 1. */
export function isNumeric(type: ValueType): boolean {
  return NUMBERS.has(type) || type === 'boolean' || type === 'truth';
}

/** The timestamp that the digits of `n` mean, as a string. */
const TEXT_OF_DIGITS = `regexp_replace(lpad(CAST(CASE WHEN n BETWEEN 101 AND 691231 THEN (n + 20000000) * 1000000 WHEN n BETWEEN 700101 AND 991231 THEN (n + 19000000) * 1000000 WHEN n BETWEEN 10000101 AND 99991231 THEN n * 1000000 WHEN n BETWEEN 101000000 AND 691231235959 THEN n + 20000000000000 WHEN n BETWEEN 700101000000 AND 991231235959 THEN n + 19000000000000 WHEN n BETWEEN 10000101000000 AND 99991231235959 THEN n END AS TEXT), 14, '0'), '(.{4})(..)(..)(..)(..)(..)', '\\1-\\2-\\3 \\4:\\5:\\6')`;
