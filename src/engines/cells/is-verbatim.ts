import { type OutputColumn } from '../../model';
import { type CellKind } from './cell-kind';

type Wanted = OutputColumn['type'];

const AS_TEXT: readonly Wanted[] = ['string', 'decimal'];

const WANTED: Readonly<Partial<Record<CellKind, readonly Wanted[]>>> = {
  integer: ['unknown', 'integer', 'smallint', 'bigint', ...AS_TEXT],
  decimal: ['unknown', ...AS_TEXT],
  date: ['unknown', 'string', 'date'],
  time: ['unknown', 'string', 'time'],
  timestamp: ['unknown', 'string', 'timestamp'],
};

/** Returns whether the cells of a column are always its values unchanged (`shapeCell`): digits of numbers, dates and times. */
export function isVerbatim(kind: CellKind, wanted: Wanted): boolean {
  return WANTED[kind]?.includes(wanted) ?? false;
}

/** Returns whether a number that is printed unchanged is printed without quotes; `typed` as in `RowPrinting`. */
export function standsBare(wanted: Wanted, typed: boolean): boolean {
  return typed && !AS_TEXT.includes(wanted);
}
