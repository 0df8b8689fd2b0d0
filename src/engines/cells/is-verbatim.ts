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

/** Whether the cells of a column are surely its values as they stand (`shapeCell`): digits of numbers, dates and times. */
export function isVerbatim(kind: CellKind, wanted: Wanted): boolean {
  return WANTED[kind]?.includes(wanted) ?? false;
}

/** Whether a number that stands as it is stands without quotes; `typed` as of `RowPrinting`. */
export function standsBare(wanted: Wanted, typed: boolean): boolean {
  return typed && !AS_TEXT.includes(wanted);
}
