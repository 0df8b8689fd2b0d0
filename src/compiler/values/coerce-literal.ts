import { ServiceError } from '../../errors';
import type { Expression, Literal, LiteralType } from '../../model';
import { derive, observe } from '../trace';
import type { Resolved, ValueType } from './plan.ast';
import { NUMBER_TYPES } from './value-sets';

type Reader = (text: string) => Omit<Literal, 'kind'> | undefined;

const INTEGER = /^[+-]?\d{1,39}$/;
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/;
const DOUBLE = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([+-]?)(\d{1,3}):(\d{2})(?::(\d{2})(\.\d{1,6})?)?$/;
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?))?Z?$/;

/** The greatest hour of a time: MySQL accepts -838:59:59 to 838:59:59. */
const MOST_HOURS = 838;

const LIMITS = { smallint: 15n, integer: 31n, bigint: 63n } as const;

const READERS: Readonly<Partial<Record<ValueType, Reader>>> = {
  string: (text) => ({ type: 'string', text }),
  boolean: (text) => BOOLEANS[text.toLowerCase()],
  smallint: (text) => readInteger(text, LIMITS.smallint),
  integer: (text) => readInteger(text, LIMITS.integer),
  bigint: (text) => readInteger(text, LIMITS.bigint),
  decimal: (text) => (DECIMAL.test(text) ? { type: 'decimal', text: plainDecimal(text) } : readDouble(text)),
  float: readFloat,
  double: readDouble,
  date: readDate,
  time: readTime,
  timestamp: readTimestamp,
};

const BOOLEANS: Readonly<Partial<Record<string, Omit<Literal, 'kind'>>>> = {
  true: { type: 'boolean', text: 'true' },
  false: { type: 'boolean', text: 'false' },
  '1': { type: 'boolean', text: 'true' },
  '0': { type: 'boolean', text: 'false' },
};

/** Types of literals that can be converted; NULL, hexadecimal and bit literals are not among them. */
const COERCIBLE: ReadonlySet<LiteralType> = new Set<LiteralType>([
  'boolean',
  'integer',
  'decimal',
  'double',
  'string',
  'date',
  'time',
  'timestamp',
]);

/**
 * Returns the literal with the type of the property that it is compared with, or undefined if its value does not fit
 * that type (docs/language.md).
 */
export function coerceLiteral(literal: Literal, type: ValueType): Literal | undefined {
  if (literal.type === 'hex' || literal.type === 'bit') return coerceBytes(literal, type);
  const read = READERS[type];
  if (read === undefined || !COERCIBLE.has(literal.type)) return literal;
  return derive(literal, (known) => {
    const value = read(known.text.trim() === '' || type === 'string' ? known.text : known.text.trim());
    return value && { ...known, ...value };
  });
}

/**
 * Returns a hexadecimal or bit literal as an integer, as numeric contexts read it (MySQL manual, "Hexadecimal
 * Literals").
 */
export function numberOfBytes(literal: Literal): Literal {
  const text = BigInt(`${literal.type === 'hex' ? '0x' : '0b'}0${literal.text}`).toString();
  return { ...literal, type: 'integer', text };
}

function coerceBytes(literal: Literal, type: ValueType): Literal | undefined {
  if (type !== 'string') return NUMBER_TYPES.has(type) ? coerceLiteral(numberOfBytes(literal), type) : literal;
  if (literal.type === 'bit') return literal;
  try {
    return { ...literal, type: 'string', text: decodeURIComponent(literal.text.replace(/../g, '%$&')) };
  } catch {
    return literal;
  }
}

/**
 * Converts the literal like `coerceLiteral`, for a property named `property`. Rejects a value that does not fit with
 * plan_bad_value (400).
 */
export function coerceLiteralTo(literal: Literal, type: ValueType, property: string): Literal {
  const coerced = coerceLiteral(literal, type);
  if (coerced !== undefined) return coerced;
  throw new ServiceError(
    'plan_bad_value',
    `the value ${quoted(literal.text)} does not fit "${property}", which is of type ${type}`,
    {
      hint: EXAMPLES[type],
      offset: literal.at,
    },
  );
}

/** The number of significant digits that a double always preserves. */
const MOST_DIGITS = 15;

/**
 * Accepts a number that is compared with a string, which compares both as doubles. Rejects a number with more digits
 * than a double preserves with plan_bad_value (400).
 */
export function besideText(literal: Literal): Literal {
  const isExact = observe(literal, ({ text }) => {
    const [digits = ''] = text.split(/e/i);
    return digits.replace(/\D/g, '').replace(/^0+/, '').length <= MOST_DIGITS;
  });
  if (isExact) return literal;
  const message = `the number ${quoted(literal.text)} has more digits than comparisons of strings with numbers distinguish`;
  throw new ServiceError('plan_bad_value', message, {
    hint: `write it in quotes to compare it as a string`,
    offset: literal.at,
  });
}

/**
 * Returns a DATE, TIME or TIMESTAMP literal in the form that all engines accept, and any other literal unchanged.
 * Rejects an invalid value with plan_bad_value (400): MariaDB would convert it to NULL.
 */
export function readTemporal(literal: Literal): Literal {
  const { type } = literal;
  if (type !== 'date' && type !== 'time' && type !== 'timestamp') return literal;
  const read = coerceLiteral(literal, type);
  if (read !== undefined) return read;
  throw new ServiceError('plan_bad_value', `the value ${quoted(literal.text)} is not a ${type}`, {
    hint: EXAMPLES[type],
    offset: literal.at,
  });
}

/** Reports whether a value is a TIME literal outside 00:00:00 to 24:00:00, which not every engine supports. */
export function isBeyondDay(value: Expression<Resolved>): value is Literal {
  if (value.kind !== 'literal' || value.type !== 'time') return false;
  return observe(value, ({ text }) => text > '24:00:00' || text.startsWith('-') || /^\d{3}/.test(text));
}

const EXAMPLES: Readonly<Partial<Record<ValueType, string>>> = {
  boolean: 'a boolean is true, false, 1 or 0',
  date: 'a date is written YYYY-MM-DD',
  time: 'a time is written HH:MM:SS',
  timestamp: 'a timestamp is written YYYY-MM-DD HH:MM:SS',
};

function quoted(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 60)}...` : text}"`;
}

function readInteger(text: string, bits: bigint): Omit<Literal, 'kind'> | undefined {
  const whole = text.replace(/\.0*$/, '');
  if (!INTEGER.test(whole)) return undefined;
  const value = BigInt(whole.replace(/^\+/, ''));
  const limit = 1n << bits;
  return value >= -limit && value < limit ? { type: 'integer', text: value.toString() } : undefined;
}

function readDouble(text: string): Omit<Literal, 'kind'> | undefined {
  return DOUBLE.test(text) && Number.isFinite(Number(text))
    ? { type: 'double', text: String(Number(text)) }
    : undefined;
}

/** Returns the nearest number of single precision, as a double: a float column stores that number instead of 0.1. */
function readFloat(text: string): Omit<Literal, 'kind'> | undefined {
  const read = readDouble(text);
  const single = Math.fround(Number(text));
  return read && Number.isFinite(single) ? { ...read, text: String(single) } : read;
}

function plainDecimal(text: string): string {
  const [whole = '', fraction = ''] = text.replace(/^\+/, '').split('.');
  const digits = whole === '' || whole === '-' ? `${whole}0` : whole;
  return fraction === '' ? digits : `${digits}.${fraction}`;
}

function readDate(text: string): Omit<Literal, 'kind'> | undefined {
  const day = text.replace(/[ T]00:00(:00(\.0{1,6})?)?$/, '');
  return isDay(day) ? { type: 'date', text: day } : undefined;
}

function readTime(text: string): Omit<Literal, 'kind'> | undefined {
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const [, sign = '', hours = '', minutes = '', seconds = '00', fraction = ''] = match;
  if (Number(minutes) > 59 || Number(seconds) > 59 || Number(hours) > MOST_HOURS) return undefined;
  return { type: 'time', text: `${sign}${hours.padStart(2, '0')}:${minutes}:${seconds}${fraction}` };
}

function readTimestamp(text: string): Omit<Literal, 'kind'> | undefined {
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const [, day = '', time = '00:00:00'] = match;
  const clock = readTime(time);
  if (!isDay(day) || clock === undefined || Number(time.slice(0, 2)) > 23) return undefined;
  return { type: 'timestamp', text: `${day} ${clock.text}` };
}

function isDay(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month);
}

function daysOfMonth(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}
