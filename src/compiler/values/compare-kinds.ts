import { ServiceError } from '../../errors';
import type { Binary, CastType, Expression } from '../../model';
import { binary } from '../tree';
import type { Resolved, ValueType } from './plan.ast';
import { typeOf } from './type-of';

type Value = Expression<Resolved>;

/** The kind of comparison that applies to a value. */
export type Kind = 'boolean' | 'number' | 'text' | 'day' | 'time';

const KINDS: Readonly<Partial<Record<ValueType, Kind>>> = {
  boolean: 'boolean',
  truth: 'number',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  decimal: 'number',
  float: 'number',
  double: 'number',
  string: 'text',
  date: 'day',
  timestamp: 'day',
  time: 'time',
};

const CASTS: Readonly<Partial<Record<Kind, CastType>>> = {
  number: { name: 'double' },
  day: { name: 'datetime', length: 6 },
  time: { name: 'time', length: 6 },
};

/**
 * Returns the kind of a value. Undefined if the data source decides, and for TRUE and FALSE, which compare with both
 * numbers and booleans.
 */
export function kindOf(value: Value): Kind | undefined {
  return value.kind === 'literal' && value.type === 'boolean' ? undefined : KINDS[typeOf(value)];
}

/** Returns a comparison of both sides as one kind, which has the same result on every engine. */
export function compare(left: Value, operator: Binary<Resolved>['operator'], right: Value): Value {
  const kind = commonKind(kindOf(left), kindOf(right));
  return kind === undefined ? binary(left, operator, right) : binary(beside(kind, left), operator, beside(kind, right));
}

/**
 * Converts one side of a comparison to the kind. A string compared with a number must be a number as a whole, or else
 * it is NULL. MySQL reads the leading digits or 0 instead, so that `name = 0` would be true for nearly every name.
 */
export function beside(kind: Kind, value: Value): Value {
  const isText = kind === 'number' && kindOf(value) === 'text';
  return isText ? { kind: 'cast', operand: value, type: { name: 'number' } } : as(kind, value);
}

/**
 * Returns the kind as which values of two kinds are compared (MySQL manual, "Type Conversion in Expression
 * Evaluation"): a string as the kind of the other side, a date or time and a number as numbers. Undefined if no
 * conversion is necessary. Rejects a comparison of a time of day with a date with plan_invalid (400): MySQL would use
 * the day on which the statement runs.
 */
export function commonKind(left: Kind | undefined, right: Kind | undefined): Kind | undefined {
  if (left === undefined || right === undefined || left === right) return undefined;
  if (left === 'text') return right === 'boolean' ? 'number' : right;
  if (right === 'text') return left === 'boolean' ? 'number' : left;
  if ([left, right].some((kind) => kind === 'number' || kind === 'boolean')) return 'number';
  throw new ServiceError('plan_invalid', 'a time of day cannot be compared with a date', {
    hint: 'compare TIME(...) of the date, or DATE(...) and the time separately',
  });
}

/**
 * Converts a value to the kind outside of comparisons: a string becomes its leading number, or its date or time, or
 * else NULL.
 */
export function as(kind: Kind, value: Value): Value {
  const type = CASTS[kind];
  return type === undefined || kindOf(value) === kind ? value : { kind: 'cast', operand: value, type };
}
