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

/** `array` is JSON without an envelope. */
export type RowFormat = 'json' | 'ndjson' | 'csv' | 'array';

export interface RowAnswerOptions {
  readonly format: RowFormat;
  /** False: every scalar except null is a string (docs/http-api.md). */
  readonly typed: boolean;
  /** Whether a JSON response begins with the names and types of its columns. */
  readonly columns?: boolean | undefined;
  /** Members of a JSON response that are known before its rows. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Members that are known only after all rows are sent. */
  readonly after?: () => Readonly<Record<string, unknown>>;
}

/** The parts of a response in one format. */
export interface RowText {
  readonly opening: string;
  readonly rows: (rows: readonly (readonly (Cell | NestedCell)[])[]) => string;
  readonly between: string;
  /** Called after all rows are sent. */
  readonly closing: () => string;
}

interface FormatDescription {
  readonly contentType: string;
  readonly textOf: (answer: {
    readonly rows: Pick<RowStream, 'columns'>;
    readonly options: RowAnswerOptions;
  }) => RowText;
}

export const ROW_FORMATS: Readonly<Record<RowFormat, FormatDescription>> = {
  json: {
    contentType: JSON_TYPE,
    textOf: ({ rows, options: { typed, columns, before, after } }) => ({
      opening: `{${columns === true ? printColumns(rows.columns) : ''}"data":[`,
      rows: (batch) => jsonPrinting(rows.columns, { format: 'json', typed }).print(batch),
      between: ',',
      closing: () => `],${printMembers(before)}${printMembers(after?.())}"status":"success"}`,
    }),
  },
  array: {
    contentType: JSON_TYPE,
    textOf: ({ rows, options: { typed } }) => ({
      opening: '[',
      rows: (batch) => jsonPrinting(rows.columns, { format: 'array', typed }).print(batch),
      between: ',',
      closing: () => ']',
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

/** Returns the first supported format of an Accept header; JSON where there is none. */
export function acceptedFormat(accept: string | undefined): RowFormat {
  const types = accept?.split(',').map((range) => (range.split(';')[0] ?? '').trim().toLowerCase()) ?? [];
  return types.map((type) => FORMAT_OF_TYPE.get(type)).find((format) => format !== undefined) ?? 'json';
}

/** Returns the member that describes the columns, with the names that rows have as keys. */
function printColumns(columns: readonly OutputColumn[]): string {
  const names = numberNames(columns.map(({ name }) => name));
  return `"columns":${JSON.stringify(columns.map(({ type }, index) => ({ name: names[index], type })))},`;
}

/** Returns members of a JSON object with a comma after the last, ready to precede other members. */
function printMembers(members: Readonly<Record<string, unknown>> = {}): string {
  const text = JSON.stringify(members);
  return text === '{}' ? '' : `${text.slice(1, -1)},`;
}

/**
 * Returns the format in which an engine may print the rows itself, without the last `hidden` columns; undefined for CSV, which engines do
 * not print.
 */
export function rowPrinting(
  columns: readonly OutputColumn[],
  format: RowFormat,
  typed: boolean,
  hidden = 0,
): RowPrinting | undefined {
  return format === 'csv' ? undefined : jsonPrinting(columns, { format, typed, hidden });
}

/** A row format that also prints nested cells. */
interface JsonPrinting extends RowPrinting {
  readonly print: RowText['rows'];
}

/** Formats by the columns of a statement, then by the other options. Repeated statements share their columns. */
const printings = new WeakMap<readonly OutputColumn[], Map<string, JsonPrinting>>();

interface JsonOptions {
  readonly format: Exclude<RowFormat, 'csv'>;
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
  const [separator, terminator] = format === 'ndjson' ? ['', '\n'] : [',', ''];
  const shown = columns.slice(0, columns.length - hidden);
  const print = jsonRowPrinter(shown, typed, separator || terminator);
  return { keys: jsonKeys(shown), typed, separator, terminator, print: (rows) => print(rows) + terminator };
}
