import { type OutputColumn } from '../../model';
import { type CellKind } from './cell-kind';

/**
 * The kinds of columns that a data source compares and sorts like a type of the language. Floats have none, because they are approximate.
 */
const COMPARABLE: Readonly<Partial<Record<OutputColumn['type'], readonly CellKind[]>>> = {
  string: ['text'],
  boolean: ['boolean'],
  smallint: ['integer'],
  integer: ['integer'],
  bigint: ['integer'],
  decimal: ['decimal', 'integer'],
  date: ['date'],
  time: ['time'],
  timestamp: ['timestamp'],
};

/**
 * Returns whether a cell of a column, sent back as a literal of its type, has the same position in a comparison as the value had in the
 * order.
 */
export function isComparable(kind: CellKind, wanted: OutputColumn['type']): boolean {
  return COMPARABLE[wanted]?.includes(kind) ?? false;
}
