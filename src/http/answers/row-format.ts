import {
  numberNames,
  type Cell,
  type NestedCell,
  type OutputColumn,
  type RowPrinting,
  type RowStream,
} from '../../model';
import { JSON_TYPE } from './json-type';
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
  readonly textOf: (answer: Pick<RowAnswer, 'options'> & { readonly rows: Pick<RowStream, 'columns'> }) => RowText;
}

export const ROW_FORMATS: Readonly<Record<RowFormat, FormatDescription>> = {
  json: {
    contentType: JSON_TYPE,
    textOf: ({ rows, options: { typed, before, after } }) => ({
      opening: '{"data":[',
      rows: (batch) => jsonPrinting(rows.columns, { format: 'json', typed }).print(batch),
      between: ',',
      closing: () => `],${printMembers(before)}${printMembers(after?.())}"status":"success"}`,
    }),
  },
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    textOf: ({ rows, options: { typed } }) => ({
      opening: '',
      rows: (batch) => jsonPrinting(rows.columns, { format: 'ndjson', typed }).print(batch),
      between: '',
      closing: () => '',
    }),
  },
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    textOf: ({ rows }) => ({
      opening: printCsvRows([numberNames(rows.columns.map(({ name }) => name))]),
      rows: printCsvRows,
      between: '',
      closing: () => '',
    }),
  },
};

/** The format of each media type that an Accept header may name. */
const FORMAT_OF_TYPE: ReadonlyMap<string, RowFormat> = new Map([
  ['application/json', 'json'],
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['text/csv', 'csv'],
]);

/** The first format that an Accept header names; JSON where it names none or is missing. */
export function acceptedFormat(accept: string | undefined): RowFormat {
  const types = accept?.split(',').map((range) => (range.split(';')[0] ?? '').trim().toLowerCase()) ?? [];
  return types.map((type) => FORMAT_OF_TYPE.get(type)).find((format) => format !== undefined) ?? 'json';
}

/** As they stand in front of other members of a JSON object. */
function printMembers(members: Readonly<Record<string, unknown>> = {}): string {
  const text = JSON.stringify(members);
  return text === '{}' ? '' : `${text.slice(1, -1)},`;
}

/**
 * How rows are printed in a format, but for so many `hidden` columns at their end, where an engine may print them itself:
 * not as CSV, which it does not know.
 */
export function rowPrinting(
  columns: readonly OutputColumn[],
  format: RowFormat,
  typed: boolean,
  hidden = 0,
): RowPrinting | undefined {
  return format === 'csv' ? undefined : jsonPrinting(columns, { format, typed, hidden });
}

/** Prints nested cells, too. */
interface JsonPrinting extends RowPrinting {
  readonly print: RowText['rows'];
}

/** By the columns of a statement, which is run again and again, and then by all else. */
const printings = new WeakMap<readonly OutputColumn[], Map<string, JsonPrinting>>();

interface JsonOptions {
  readonly format: 'json' | 'ndjson';
  readonly typed: boolean;
  readonly hidden?: number;
}

function jsonPrinting(columns: readonly OutputColumn[], options: JsonOptions): JsonPrinting {
  const { format, typed, hidden = 0 } = options;
  const known = printings.get(columns) ?? new Map<string, JsonPrinting>();
  const key = `${format} ${typed} ${hidden}`;
  const printing = known.get(key) ?? makePrinting(columns, options);
  printings.set(columns, known.set(key, printing));
  return printing;
}

function makePrinting(columns: readonly OutputColumn[], { format, typed, hidden = 0 }: JsonOptions): JsonPrinting {
  const [separator, terminator] = format === 'json' ? [',', ''] : ['', '\n'];
  const shown = columns.slice(0, columns.length - hidden);
  const print = jsonRowPrinter(shown, typed, separator || terminator);
  return { keys: jsonKeys(shown), typed, separator, terminator, print: (rows) => print(rows) + terminator };
}
