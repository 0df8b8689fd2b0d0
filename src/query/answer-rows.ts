import { ReadableStream } from 'node:stream/web';
import type { RowFormat } from '../http';
import { RowAnswer } from '../http';
import type { Cell, OutputColumn } from '../model';

/** Rows that are there already: metadata, never cut by limits. */
export interface ModelRows {
  readonly columns: readonly OutputColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

export function answerRows({ columns, rows }: ModelRows, format: RowFormat): RowAnswer {
  return new RowAnswer({ columns, batches: ReadableStream.from([rows]) }, { format, typed: true });
}
