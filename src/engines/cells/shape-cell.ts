import { type Cell, type OutputColumn } from '../../model';
import { type CellKind, type RawValue } from './cell-kind';

type Wanted = OutputColumn['type'];
type Shape = (value: RawValue) => Cell;

const DATE_LENGTH = 'YYYY-MM-DD'.length;
const TIME_LENGTH = 'HH:MM:SS'.length;
const TIMESTAMP_LENGTH = DATE_LENGTH + 1 + TIME_LENGTH;

/**
 * Returns the conversion of a column of `kind` to cells of the `wanted` type, the same on every engine (docs/http-api.md). A value is never
 * rounded to fit.
 */
export function shapeCell(kind: CellKind, wanted: Wanted): Shape {
  const plain = PLAIN[kind];
  return SHAPES[wanted](kind, plain);
}

/** The conversion of a column of which only the kind that the driver reports is known. */
const PLAIN: Readonly<Record<CellKind, Shape>> = {
  integer: integerCell,
  decimal: String,
  float: (value) => finiteCell(shortestFloat(Number(value))),
  double: (value) => finiteCell(Number(value)),
  boolean: Number,
  text: String,
  date: String,
  timestamp: (value) => fractionOf(String(value), TIMESTAMP_LENGTH),
  time: (value) => fractionOf(String(value), TIME_LENGTH),
  binary: (value) => Buffer.from(value as Uint8Array).toString('base64'),
};

const SHAPES: Readonly<Record<Wanted, (kind: CellKind, plain: Shape) => Shape>> = {
  unknown: (_, plain) => plain,
  string: (_, plain) => (plain === String ? plain : (value) => String(plain(value))),
  boolean: (kind, plain) => (isNumeric(kind) ? (value) => Number(value) !== 0 : plain),
  integer: shapeInteger,
  smallint: shapeInteger,
  bigint: shapeInteger,
  float: shapeDouble,
  double: shapeDouble,
  decimal: (kind, plain) => (isNumeric(kind) ? (value) => String(plain(value)) : plain),
  date: (kind, plain) => (kind === 'timestamp' ? (value) => String(value).slice(0, DATE_LENGTH) : plain),
  timestamp: (kind, plain) => (kind === 'date' ? (value) => `${String(value)} 00:00:00` : plain),
  time: (_, plain) => plain,
};

function shapeInteger(kind: CellKind, plain: Shape): Shape {
  return kind === 'decimal' ? wholeCell : plain;
}

function shapeDouble(kind: CellKind, plain: Shape): Shape {
  return kind === 'integer' || kind === 'decimal' ? (value) => finiteCell(Number(value)) : plain;
}

function isNumeric(kind: CellKind): boolean {
  return kind === 'integer' || kind === 'decimal' || kind === 'float' || kind === 'double' || kind === 'boolean';
}

/** Returns a number if it is exact, a string beyond 2^53. */
function integerCell(value: RawValue): Cell {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Converts a decimal to an integer, since SUM of integers is a decimal on some engines. Returns a value with a fraction unchanged. */
function wholeCell(value: RawValue): Cell {
  const text = String(value);
  const whole = text.replace(/\.0*$/, '');
  return whole.includes('.') ? text : integerCell(whole);
}

/** Returns a string for an infinity or NaN, for which JSON has no number. */
function finiteCell(number: number): Cell {
  return Number.isFinite(number) ? number : String(number);
}

/** Returns the shortest decimal for a single-precision number: 0.1, where its double value is 0.10000000149011612. */
function shortestFloat(number: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const shorter = Number(number.toPrecision(digits));
    if (Math.fround(shorter) === number) return shorter;
  }
  return Number(number.toPrecision(9));
}

/** Removes a fraction of zero; otherwise formats it with six digits (nine if the value has more). */
function fractionOf(text: string, length: number): string {
  if (text.length === length) return text;
  const [whole = '', fraction] = text.split('.', 2);
  const digits = fraction?.replace(/0+$/, '') ?? '';
  if (digits === '') return whole;
  return `${whole}.${digits.padEnd(digits.length > 6 ? 9 : 6, '0')}`;
}
