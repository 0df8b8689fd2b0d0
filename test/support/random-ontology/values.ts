import type { Dice } from './dice';

export type ColumnType =
  'smallint' | 'integer' | 'bigint' | 'decimal' | 'double' | 'string' | 'boolean' | 'date' | 'time' | 'timestamp';

export type Value = string | number | boolean | null;

/**
 * Values with the same meaning on every engine and under every collation: small letters, digits and `|`, no leading or trailing
 * spaces, fractions that are exact in binary. There are few of them, so that equal values occur.
 */
const VALUES: Readonly<Record<ColumnType, readonly Exclude<Value, null>[]>> = {
  smallint: [0, 1, 2, 3, -1],
  integer: [0, 1, 2, 3, 4, -2],
  bigint: [0, 1, 2, '9007199254740993', -5],
  decimal: ['0.00', '1.00', '2.50', '-1.25', '10.00'],
  double: [0, 0.5, 2, -1.5, 1024],
  string: ['a', 'b', 'ab', '1', '01', 'a|b'],
  boolean: [true, false],
  date: ['2000-02-29', '1999-12-31', '2024-01-01'],
  time: ['08:00:00', '23:59:59.5', '00:00:00'],
  timestamp: ['2000-02-29 08:00:00', '1999-12-31 23:59:59.5', '2024-01-01 00:00:00'],
};

export const COLUMN_TYPES = Object.keys(VALUES) as readonly ColumnType[];

export function randomValue(dice: Dice, type: ColumnType): Exclude<Value, null> {
  return dice.pick(VALUES[type]);
}

/** Prints a value as a literal of SQL and of the language. */
export function printValue(value: Value): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value).toUpperCase();
}

/** Generates a literal for a property of this type. */
export function randomLiteral(dice: Dice, type: ColumnType): string {
  const value = randomValue(dice, type);
  return type === 'decimal' || type === 'bigint' ? String(value) : printValue(value);
}

/** The types of the columns of a key. */
export type Domain = readonly ('integer' | 'string')[];

export const DOMAINS: readonly Domain[] = [['integer'], ['integer'], ['string'], ['integer', 'string'], ['string', 'string'], ['integer', 'integer']]; // prettier-ignore

const TEXT_KEYS = ['a', 'b', '1', '01', 'a|b', 'c', 'd', 'ab', 'ba', '2', ...Array.from({ length: 20 }, (_, index) => `k${index}`)]; // prettier-ignore

/** Returns the key with this number: equal numbers have equal keys in every table of the domain. */
export function keyOf(domain: Domain, number: number): readonly Value[] {
  const part = (type: Domain[number], index: number): Value => (type === 'integer' ? index + 1 : TEXT_KEYS[index] ?? ''); // prettier-ignore
  const [first = 'integer', second] = domain;
  return second === undefined ? [part(first, number)] : [part(first, number % 4), part(second, Math.floor(number / 4))];
}

/** Returns the `entity_id` of a key. */
export function entityIdOf(key: readonly Value[]): string {
  if (key.length === 1) return String(key[0]);
  return key.map((part) => String(part).replaceAll('|', '\\|')).join('|');
}
