import { type Cell } from '../../model';
import { type ByteSink } from './byte-sink';

/** The most bytes of UTF-8 for one unit of a JavaScript string. */
const MOST_BYTES_OF_UNIT = 3;

/** Returns a cell as JSON; `typed` as in `RowPrinting`. */
export function cellJson(cell: Cell, typed: boolean): string {
  return JSON.stringify(typed || cell === null ? cell : String(cell));
}

/** Prints a cell, and reserves the space for it. */
export function printCell(sink: ByteSink, cell: Cell, typed: boolean): void {
  const text = cellJson(cell, typed);
  sink.reserve(MOST_BYTES_OF_UNIT * text.length);
  sink.text(text);
}
