import { type OutputColumn } from '../../model';
import { type CellKind } from './cell-kind';

/** What a type of the language is in a data source that compares and sorts it alike; of floats nothing, they are approximate. */
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

/** Whether a cell of a column, sent back as a literal of its type, falls in a comparison where the value did in the order. */
export function isComparable(kind: CellKind, wanted: OutputColumn['type']): boolean {
  return COMPARABLE[wanted]?.includes(kind) ?? false;
}
