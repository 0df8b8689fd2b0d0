import type { Cell, NestedCell, OutputColumn } from '../../model';
import { CHARSET, COLUMN_TYPE } from './protocol';

/** How a column is described to clients, and how its values are sent. */
export interface SentColumn {
  readonly name: string;
  readonly type: number;
  readonly charset: number;
  /** The most characters of a value, as clients show it. */
  readonly length: number;
  readonly flags: number;
  readonly decimals: number;
}

const FLAG = { unsigned: 0x20, binary: 0x80, number: 0x8000 } as const;
/** The number of decimals of values that have any number of them. */
const ANY_DECIMALS = 31;
const LONGEST_TEXT = 4 * 65_535;

type Shape = Omit<SentColumn, 'name'>;

const number = (type: number, length: number, decimals = 0): Shape => ({
  type,
  charset: CHARSET.binary,
  length,
  flags: FLAG.binary | FLAG.number,
  decimals,
});
const moment = (type: number, length: number, decimals = 0): Shape => ({
  type,
  charset: CHARSET.binary,
  length,
  flags: FLAG.binary,
  decimals,
});

const TEXT: Shape = { type: COLUMN_TYPE.varString, charset: CHARSET.utf8mb4, length: LONGEST_TEXT, flags: 0, decimals: ANY_DECIMALS }; // prettier-ignore
const DECIMAL = number(COLUMN_TYPE.decimal, 67, ANY_DECIMALS);
/** Integers of every size are sent as 64 bits: the values of a data source may be larger than the type of the property says. */
const INTEGER = number(COLUMN_TYPE.longlong, 20);

const SHAPES: Readonly<Partial<Record<OutputColumn['type'], Shape>>> = {
  string: TEXT,
  boolean: number(COLUMN_TYPE.tiny, 1),
  integer: INTEGER,
  smallint: INTEGER,
  bigint: INTEGER,
  float: number(COLUMN_TYPE.double, 22, ANY_DECIMALS),
  double: number(COLUMN_TYPE.double, 22, ANY_DECIMALS),
  decimal: DECIMAL,
  date: moment(COLUMN_TYPE.date, 10),
  time: moment(COLUMN_TYPE.time, 17, 6),
  timestamp: moment(COLUMN_TYPE.datetime, 26, 6),
};

/** Returns whether an integer has more than 64 bits. Those that JavaScript has no exact number for are strings. */
function isTooLarge(cell: Cell | NestedCell): boolean {
  if (typeof cell !== 'string' || !/^-?\d+$/.test(cell)) return false;
  const value = BigInt(cell);
  return BigInt.asIntN(64, value) !== value;
}

/**
 * Returns how a column is sent. Integers with more than 64 bits are exact numbers. A column without a known type is sent as exact numbers if the first rows contain numbers only, else as
 * text. Packed rows have no such columns (`PackedStream`).
 */
export function sentColumn(
  { name, type }: OutputColumn,
  index: number,
  firstRows: readonly (readonly (Cell | NestedCell)[])[],
): SentColumn {
  const shape = SHAPES[type];
  const values = firstRows.map((row) => row[index] ?? null).filter((cell) => cell !== null);
  if (shape === INTEGER && values.some(isTooLarge)) return { name, ...DECIMAL };
  if (shape !== undefined) return { name, ...shape };
  const areNumbers = values.length > 0 && values.every((cell) => typeof cell === 'number' || typeof cell === 'boolean');
  return { name, ...(areNumbers ? DECIMAL : TEXT) };
}
