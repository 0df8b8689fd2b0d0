import { type Cell } from '../../model';
import { type ByteSink } from './byte-sink';

/** Of UTF-8 for a unit of a JavaScript string. */
const MOST_BYTES_OF_UNIT = 3;

/** A cell as JSON; `typed` as of `RowPrinting`. */
export function cellJson(cell: Cell, typed: boolean): string {
  return JSON.stringify(typed || cell === null ? cell : String(cell));
}

/** Prints a cell, and sees to its room itself. */
export function printCell(sink: ByteSink, cell: Cell, typed: boolean): void {
  const text = cellJson(cell, typed);
  sink.reserve(MOST_BYTES_OF_UNIT * text.length);
  sink.text(text);
}
