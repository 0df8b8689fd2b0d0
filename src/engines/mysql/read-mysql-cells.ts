import { type Cell, type OutputColumn } from '../../model';
import { type CellKind, type RawValue } from '../cells/cell-kind';
import { isComparable } from '../cells/is-comparable';
import { shapeCell } from '../cells/shape-cell';
import { type ResultField, TYPES } from './field-types';

type Reader = (value: unknown) => Cell;

const BINARY_CHARSET = 63;
/** Flags of the protocol for ENUM and SET, whose values arrive as strings but are sorted by number. */
const NUMBERED_TEXT = 0x100 | 0x800;
const NOT_TEXT: ReadonlySet<number> = new Set([TYPES.JSON, TYPES.GEOMETRY]);

/** The cell kind of each protocol type. A type that is not listed is text, or binary if it has the binary character set. */
const KINDS: ReadonlyMap<number, CellKind> = new Map([
  [TYPES.TINY, 'integer'],
  [TYPES.SHORT, 'integer'],
  [TYPES.INT24, 'integer'],
  [TYPES.LONG, 'integer'],
  [TYPES.LONGLONG, 'integer'],
  [TYPES.YEAR, 'integer'],
  [TYPES.BIT, 'integer'],
  [TYPES.FLOAT, 'float'],
  [TYPES.DOUBLE, 'double'],
  [TYPES.DATE, 'date'],
  [TYPES.NEWDATE, 'date'],
  [TYPES.DATETIME, 'timestamp'],
  [TYPES.TIMESTAMP, 'timestamp'],
  [TYPES.TIME, 'time'],
  [TYPES.JSON, 'text'],
  [TYPES.GEOMETRY, 'text'],
]);

/** Returns one reader for each column of a result with these fields. */
export function mySqlReaders(fields: readonly ResultField[], columns: readonly OutputColumn[]): readonly Reader[] {
  return fields.map((field, index) => {
    const shape = shapeCell(kindOf(field), columns[index]?.type ?? 'unknown');
    const read = READ_FIRST.get(field.columnType ?? 0);
    return read === undefined ? (shape as Reader) : (value) => shape(read(value));
  });
}

/** Returns which columns are comparable by their cells (`RowStream`). */
export function mySqlComparable(fields: readonly ResultField[], columns: readonly OutputColumn[]): readonly boolean[] {
  return fields.map((field, index) => {
    const isNumbered = typeof field.flags !== 'number' || (field.flags & NUMBERED_TEXT) !== 0;
    if (isNumbered || NOT_TEXT.has(field.columnType ?? 0)) return false;
    return isComparable(kindOf(field), columns[index]?.type ?? 'unknown');
  });
}

export function readMySqlCells(row: readonly unknown[], readers: readonly Reader[]): readonly Cell[] {
  return row.map((value, index) => (value === null ? null : (readers[index]?.(value) ?? null)));
}

export function kindOf({ columnType = 0, characterSet, decimals }: ResultField): CellKind {
  if (columnType === TYPES.DECIMAL || columnType === TYPES.NEWDECIMAL) return decimals === 0 ? 'integer' : 'decimal';
  return KINDS.get(columnType) ?? (characterSet === BINARY_CHARSET ? 'binary' : 'text');
}

const READ_FIRST: ReadonlyMap<number, (value: unknown) => RawValue> = new Map<number, (value: unknown) => RawValue>([
  [TYPES.BIT, (value) => BigInt(`0x${(value as Buffer).toString('hex')}`)],
  [TYPES.GEOMETRY, (value) => JSON.stringify(value)],
]);
