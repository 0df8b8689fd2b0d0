import { ServiceError } from '../../errors';
import type { Binary, CastType, Expression } from '../../model';
import { binary } from '../tree';
import type { Resolved, ValueType } from './plan.ast';
import { typeOf } from './type-of';

type Value = Expression<Resolved>;

/** What values are compared as. */
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

/** What a value is compared as; undefined where the data source decides, and of TRUE and FALSE, which fit beside numbers and booleans. */
export function kindOf(value: Value): Kind | undefined {
  return value.kind === 'literal' && value.type === 'boolean' ? undefined : KINDS[typeOf(value)];
}

/** A comparison that means the same on every engine: both sides of one kind. */
export function compare(left: Value, operator: Binary<Resolved>['operator'], right: Value): Value {
  const kind = commonKind(kindOf(left), kindOf(right));
  return kind === undefined ? binary(left, operator, right) : binary(beside(kind, left), operator, beside(kind, right));
}

/**
 * A side of a comparison as one of the kind. A text beside a number is the number that it is as a whole, or else NULL:
 * as MySQL reads it, which takes the number that it begins with or 0, `name = 0` would hold for nearly every name.
 */
export function beside(kind: Kind, value: Value): Value {
  const isText = kind === 'number' && kindOf(value) === 'text';
  return isText ? { kind: 'cast', operand: value, type: { name: 'number' } } : as(kind, value);
}

/**
 * The kind as which values of two kinds are compared (MySQL manual, "Type Conversion in Expression Evaluation"): a text
 * as what it stands beside, a date or time beside a number as a number. Undefined where nothing is to be done. A time of
 * day beside a date is plan_invalid (400): MySQL compares it as one of the day on which the statement runs.
 */
export function commonKind(left: Kind | undefined, right: Kind | undefined): Kind | undefined {
  if (left === undefined || right === undefined || left === right) return undefined;
  if (left === 'text') return right === 'boolean' ? 'number' : right;
  if (right === 'text') return left === 'boolean' ? 'number' : left;
  if ([left, right].some((kind) => kind === 'number' || kind === 'boolean')) return 'number';
  throw new ServiceError('plan_invalid', 'a time of day is not compared with a date', {
    hint: 'compare TIME(...) of the date, or DATE(...) and the time apart',
  });
}

/** The value as one of the kind, where nothing is compared: the number that a text begins with, the date or time that it is or else NULL. */
export function as(kind: Kind, value: Value): Value {
  const type = CASTS[kind];
  return type === undefined || kindOf(value) === kind ? value : { kind: 'cast', operand: value, type };
}
