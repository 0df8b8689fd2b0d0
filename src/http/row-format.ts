import type { Cell, NestedCell, OutputColumn, RowPrinting } from '../model';
import { nameColumns } from './name-columns';
import { printCsvRows } from './print-csv-rows';
import { jsonKeys, jsonRowPrinter } from './print-json-rows';
import type { RowAnswer, RowFormat } from './row-answer';

/** How an answer is put together in one format. */
export interface RowText {
  readonly opening: string;
  readonly rows: (rows: readonly (readonly (Cell | NestedCell)[])[]) => string;
  readonly between: string;
  /** Called when all rows are out. */
  readonly closing: () => string;
}

interface FormatDescription {
  readonly contentType: string;
  readonly textOf: (answer: RowAnswer) => RowText;
}

export const ROW_FORMATS: Readonly<Record<RowFormat, FormatDescription>> = {
  json: {
    contentType: 'application/json; charset=utf-8',
    textOf: ({ rows, options: { typed, before, after } }) => ({
      opening: '{"data":[',
      rows: (batch) => jsonPrinting(rows.columns, 'json', typed).print(batch),
      between: ',',
      closing: () => `],${JSON.stringify({ ...before, ...after?.(), status: 'success' }).slice(1)}`,
    }),
  },
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    textOf: ({ rows, options: { typed } }) => ({
      opening: '',
      rows: (batch) => jsonPrinting(rows.columns, 'ndjson', typed).print(batch),
      between: '',
      closing: () => '',
    }),
  },
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    textOf: ({ rows }) => ({
      opening: printCsvRows([nameColumns(rows.columns.map(({ name }) => name))]),
      rows: printCsvRows,
      between: '',
      closing: () => '',
    }),
  },
};

/** How rows are printed in a format, where an engine may print them itself: not as CSV, which it does not know. */
export function rowPrinting(
  columns: readonly OutputColumn[],
  format: RowFormat,
  typed: boolean,
): RowPrinting | undefined {
  return format === 'csv' ? undefined : jsonPrinting(columns, format, typed);
}

/** Prints nested cells, too. */
interface JsonPrinting extends RowPrinting {
  readonly print: RowText['rows'];
}

/** By the columns of a statement, which is run again and again. */
type Printings = WeakMap<readonly OutputColumn[], JsonPrinting>;

const AS_TEXT: Readonly<Record<'json' | 'ndjson', Printings>> = { json: new WeakMap(), ndjson: new WeakMap() };
const TYPED: typeof AS_TEXT = { json: new WeakMap(), ndjson: new WeakMap() };

function jsonPrinting(columns: readonly OutputColumn[], format: 'json' | 'ndjson', typed: boolean): JsonPrinting {
  const printings = (typed ? TYPED : AS_TEXT)[format];
  const printing = printings.get(columns) ?? makePrinting(columns, format, typed);
  printings.set(columns, printing);
  return printing;
}

function makePrinting(columns: readonly OutputColumn[], format: 'json' | 'ndjson', typed: boolean): JsonPrinting {
  const [separator, terminator] = format === 'json' ? [',', ''] : ['', '\n'];
  const print = jsonRowPrinter(columns, typed, separator || terminator);
  return { keys: jsonKeys(columns), typed, separator, terminator, print: (rows) => print(rows) + terminator };
}
