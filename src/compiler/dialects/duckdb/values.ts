import { sharedType, typeOf, type ValueType } from '../../values';
import { type EmitChild, type Expression, type Fragment, heldType, sql } from '../../emit';

const TIMESTAMP_TEXT = "'%Y-%m-%d %H:%M:%S.%f'";
const TIME_TEXT = "'%H:%M:%S.%f'";
/** Sign and digits of the number that a text begins with; `\\10\\2` puts a 0 between them, so that there always is one. */
const LEADING_NUMBER = "'^\\s*([+-]?)((?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)?.*$', '\\10\\2', 's'";
const LEADING_INTEGER = "'^\\s*([+-]?)(\\d*).*$', '\\10\\2', 's'";

/** A value of the type as text, in the form that MySQL gives it; of times the form that answers show. */
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

/** The value as text where DuckDB takes nothing else; a column that is text already does not feel the cast. */
export function textOf(expression: Expression, emit: EmitChild): Fragment {
  const value = emit.value(expression);
  const isSure = expression.kind !== 'reference' || expression.reference.stored !== undefined;
  return isSure || typeOf(expression) !== 'string'
    ? asText(value, heldType(expression))
    : sql`CAST(${value} AS VARCHAR)`;
}

/** An operand of arithmetic: the number that a text begins with (0 without one), 1 or 0 of a boolean, the digits of a date or time. */
export function asNumber(value: Fragment, expression: Expression): Fragment {
  const type = heldType(expression);
  if (type === 'date') return sql`CAST(strftime(${value}, '%Y%m%d') AS BIGINT)`;
  if (type === 'timestamp') return sql`CAST(strftime(${value}, '%Y%m%d%H%M%S.%f') AS DECIMAL(20, 6))`;
  if (type === 'time') return sql`CAST(strftime(DATE '2000-01-01' + ${value}, '%H%M%S.%f') AS DECIMAL(12, 6))`;
  if (type === 'string') return sql`CAST(regexp_replace(${value}, ${LEADING_NUMBER}) AS DOUBLE)`;
  const isBoolean = type === 'boolean' || (expression.kind === 'literal' && type === 'truth');
  return isBoolean ? sql`CAST(${value} AS INTEGER)` : value;
}

/** A text as a number of the given type: what it begins with. */
export function numberOfText(value: Fragment, kind: 'integer' | 'number', type: string): Fragment {
  return sql`CAST(regexp_replace(${value}, ${kind === 'integer' ? LEADING_INTEGER : LEADING_NUMBER}) AS ${type})`;
}

/** One type for values that share a place: text for what is of several kinds, a number for booleans beside numbers. */
export function alike(value: Fragment, type: ValueType, others: readonly ValueType[]): Fragment {
  const kinds = others.filter((other) => other !== 'null');
  if (type === 'null' || kinds.every((kind) => kind === type)) return value;
  if (sharedType(kinds) === 'string') return asText(value, type);
  return type === 'boolean' ? sql`CAST(${value} AS INTEGER)` : value;
}

/** The expression as something that date functions take: texts are read as timestamps, NULL where they are none. */
export function timestampOf(expression: Expression, emit: EmitChild): Fragment {
  return asTimestamp(emit.value(expression), expression);
}

export function asTimestamp(value: Fragment, expression: Expression): Fragment {
  const type = typeOf(expression);
  if (type === 'string') return sql`TRY_CAST(${value} AS TIMESTAMP)`;
  return type === 'null' ? sql`CAST(${value} AS TIMESTAMP)` : value;
}
