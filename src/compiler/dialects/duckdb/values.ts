import { sharedType, typeOf, type ValueType } from '../../values';
import { type EmitChild, type Expression, type Fragment, heldType, NUMBERS, sql } from '../../emit';

const TIMESTAMP_TEXT = "'%Y-%m-%d %H:%M:%S.%f'";
const TIME_TEXT = "'%H:%M:%S.%f'";
/** Sign and digits of the leading number of a string. `\\10\\2` inserts a 0 between them, so that there is always a digit. */
const LEADING_NUMBER = "'^\\s*([+-]?)((?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)?.*$', '\\10\\2', 's'";
const LEADING_INTEGER = "'^\\s*([+-]?)(\\d*).*$', '\\10\\2', 's'";

/** Writes a value of the type as a string in MySQL's form. Times have the form of responses. */
export function asText(value: Fragment, type: ValueType): Fragment {
  switch (type) {
    case 'string':
      return value;
    case 'boolean':
    case 'truth':
      return sql`CAST(CAST(${value} AS INTEGER) AS VARCHAR)`;
    case 'float':
    case 'double':
      return sql`regexp_replace(replace(CAST(${value} AS VARCHAR), 'e+', 'e'), '\\.0$', '')`;
    case 'timestamp':
      return sql`replace(strftime(${value}, ${TIMESTAMP_TEXT}), '.000000', '')`;
    case 'time':
      return sql`replace(strftime(DATE '2000-01-01' + ${value}, ${TIME_TEXT}), '.000000', '')`;
    default:
      return sql`CAST(${value} AS VARCHAR)`;
  }
}

/** Writes the value as a string where DuckDB accepts nothing else. The cast has no cost for a column that already holds strings. */
export function textOf(expression: Expression, emit: EmitChild): Fragment {
  const value = emit.value(expression);
  const isSure = expression.kind !== 'reference' || expression.reference.stored !== undefined;
  return isSure || typeOf(expression) !== 'string'
    ? asText(value, heldType(expression))
    : sql`CAST(${value} AS VARCHAR)`;
}

/** Writes an operand of arithmetic: the leading number of a string (0 without one), 1 or 0 for a boolean, the digits of a date or time. */
export function asNumber(value: Fragment, expression: Expression): Fragment {
  const type = heldType(expression);
  if (type === 'date') return sql`CAST(strftime(${value}, '%Y%m%d') AS BIGINT)`;
  if (type === 'timestamp') return sql`CAST(strftime(${value}, '%Y%m%d%H%M%S.%f') AS DECIMAL(20, 6))`;
  if (type === 'time') return sql`CAST(strftime(DATE '2000-01-01' + ${value}, '%H%M%S.%f') AS DECIMAL(12, 6))`;
  if (type === 'string') return sql`CAST(regexp_replace(${value}, ${LEADING_NUMBER}) AS DOUBLE)`;
  const isBoolean = type === 'boolean' || (expression.kind === 'literal' && type === 'truth');
  return isBoolean ? sql`CAST(${value} AS INTEGER)` : value;
}

/** Writes the leading number of a string as a number of the given type. */
export function numberOfText(value: Fragment, kind: 'integer' | 'number', type: string): Fragment {
  return sql`CAST(regexp_replace(${value}, ${kind === 'integer' ? LEADING_INTEGER : LEADING_NUMBER}) AS ${type})`;
}

/**
 * Converts a value to the type that it shares with others: a string for values of different kinds, a number for
 * booleans mixed with numbers.
 */
export function alike(value: Fragment, type: ValueType, others: readonly ValueType[]): Fragment {
  const kinds = others.filter((other) => other !== 'null');
  if (type === 'null' || kinds.every((kind) => kind === type)) return value;
  if (sharedType(kinds) === 'string') return asText(value, type);
  return type === 'boolean' ? sql`CAST(${value} AS INTEGER)` : value;
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
  if (type === 'string') return sql`TRY_CAST(${value} AS TIMESTAMP)`;
  if (type === 'null') return sql`CAST(${value} AS TIMESTAMP)`;
  if (type === 'time') return sql`(CAST(CAST(now() AS TIMESTAMP) AS DATE) + ${value})`;
  if (!isNumeric(type)) return value;
  return sql`list_transform([TRY_CAST(trunc(${asNumber(value, expression)}) AS BIGINT)], lambda n: ${MOMENT_OF_DIGITS})[1]`;
}

/**
 * Writes a value as a time of day. A number counts as its digits, hhmmss; DuckDB has no times beyond a day, so that such
 * numbers are NULL.
 */
export function asTime(value: Fragment, expression: Expression): Fragment {
  const type = typeOf(expression);
  if (isNumeric(type)) return sql`list_transform([${asNumber(value, expression)}], lambda n: ${TIME_OF_DIGITS})[1]`;
  if (type === 'date') return sql`CAST(CAST(${value} AS TIMESTAMP) AS TIME)`;
  if (type !== 'string') return sql`CAST(${value} AS TIME)`;
  return sql`COALESCE(CAST(TRY_CAST(${value} AS TIMESTAMP) AS TIME), TRY_CAST(${value} AS TIME))`;
}

const TIME_OF_DIGITS =
  'TRY(make_time(CAST(n // 10000 AS BIGINT), CAST(n // 100 % 100 AS BIGINT), CAST(n % 100 AS DOUBLE)))';

/** Whether values of the type are numbers; truth values are 0 and 1. */
export function isNumeric(type: ValueType): boolean {
  return NUMBERS.has(type) || type === 'boolean' || type === 'truth';
}

/** The timestamp that the digits of `n` mean. */
const MOMENT_OF_DIGITS = `try_strptime(CAST(CASE WHEN n BETWEEN 101 AND 691231 THEN (n + 20000000) * 1000000 WHEN n BETWEEN 700101 AND 991231 THEN (n + 19000000) * 1000000 WHEN n BETWEEN 10000101 AND 99991231 THEN n * 1000000 WHEN n BETWEEN 101000000 AND 691231235959 THEN n + 20000000000000 WHEN n BETWEEN 700101000000 AND 991231235959 THEN n + 19000000000000 WHEN n BETWEEN 10000101000000 AND 99991231235959 THEN n END AS VARCHAR), '%Y%m%d%H%M%S')`;
