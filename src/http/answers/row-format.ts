import { create } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import {
  type FormatType,
  numberNames,
  ROW_FORMAT_TYPES,
  ROW_FORMATS,
  type Cell,
  type NestedCell,
  type OutputColumn,
  type RowFormat,
  type RowPrinting,
  type RowStream,
} from '../../model';
import { CSV_LINE_END, printCsvField, printCsvRows, printRawCsvField } from './print-csv-rows';
import { jsonKeys, jsonRowPrinter } from './print-json-rows';

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

interface PrintableRows {
  readonly rows: Pick<RowStream, 'columns'>;
  readonly options: RowAnswerOptions;
}

type TextOf = (answer: PrintableRows) => RowText;

const BYTE_ORDER_MARK = '\ufeff';

/** Returns the parts of a response in its format. */
export function textOf(answer: PrintableRows): RowText {
  return TEXTS[answer.options.format](answer);
}

/** Rows in these formats are encoded where they are read, together with what precedes and follows them. */
const ENCODED: RowText = linesOf(() => {
  throw new Error('the rows of this response are not encoded');
});

const TEXTS: Readonly<Record<RowFormat, TextOf>> = {
  json: ({ rows, options: { typed, columns, before, after } }) => ({
    opening: `{${columns === true ? printColumns(rows.columns) : ''}"data":[`,
    rows: (batch) => printingOf(rows.columns, { format: 'json', typed }).print(batch),
    between: ',',
    closing: () => `],${printMembers(before)}${printMembers(after?.())}"status":"success"}`,
  }),
  array: ({ rows, options: { typed } }) => ({
    opening: '[',
    rows: (batch) => printingOf(rows.columns, { format: 'array', typed }).print(batch),
    between: ',',
    closing: () => ']',
  }),
  ndjson: ({ rows, options: { typed } }) =>
    linesOf((batch) => printingOf(rows.columns, { format: 'ndjson', typed }).print(batch)),
  csv: ({ rows }) => csvText(rows, 'csv'),
  csv_bom: ({ rows }) => csvText(rows, 'csv_bom', BYTE_ORDER_MARK),
  csv_raw: ({ rows }) => csvText(rows, 'csv_raw'),
  cells: () => ENCODED,
  packed_text: () => ENCODED,
  packed_binary: () => ENCODED,
  xlsx: () => ENCODED,
  parquet: () => ENCODED,
  arrow: () => ENCODED,
};

function linesOf(rows: RowText['rows'], opening = ''): RowText {
  return { opening, rows, between: '', closing: () => '' };
}

function csvText({ columns }: PrintableRows['rows'], format: CsvFormat, mark = ''): RowText {
  const header = printCsvRows([headerOf({ columns })], fieldPrinter(format));
  return linesOf((batch) => printingOf(columns, { format, typed: true }).print(batch), mark + header);
}

function headerOf({ columns }: PrintableRows['rows']): readonly string[] {
  return numberNames(columns.map(({ name }) => name));
}

/** Returns the member that describes the columns, with the names that rows have as keys. */
function printColumns(columns: readonly OutputColumn[]): string {
  const names = headerOf({ columns });
  return `"columns":${JSON.stringify(columns.map(({ type }, index) => ({ name: names[index], type })))},`;
}

/** Returns members of a JSON object with a comma after the last, ready to precede other members. */
function printMembers(members: Readonly<Record<string, unknown>> = {}): string {
  const text = JSON.stringify(members);
  return text === '{}' ? '' : `${text.slice(1, -1)},`;
}

/**
 * Returns the format in which an engine may print the rows itself, without the last `hidden` columns; undefined for a format that engines do
 * not print.
 */
export function rowPrinting(
  columns: readonly OutputColumn[],
  format: RowFormat,
  typed: boolean,
  hidden = 0,
): RowPrinting | undefined {
  return isPrinted(format) ? printingOf(columns, { format, typed, hidden }) : undefined;
}

type JsonFormat = 'json' | 'array' | 'ndjson';
type CsvFormat = 'csv' | 'csv_bom' | 'csv_raw';

function isPrinted(format: RowFormat): format is JsonFormat | CsvFormat {
  return isJson(format) || format === 'csv' || format === 'csv_bom' || format === 'csv_raw';
}

function isJson(format: RowFormat): format is JsonFormat {
  return format === 'json' || format === 'array' || format === 'ndjson';
}

/** A row format that also prints nested cells. */
interface NestedPrinting extends RowPrinting {
  readonly print: RowText['rows'];
}

/** Formats by the columns of a statement, then by the other options. Repeated statements share their columns. */
const printings = new WeakMap<readonly OutputColumn[], Map<string, NestedPrinting>>();

interface PrintingOptions {
  readonly format: JsonFormat | CsvFormat;
  readonly typed: boolean;
  readonly hidden?: number;
}

function printingOf(columns: readonly OutputColumn[], options: PrintingOptions): NestedPrinting {
  const { format, typed, hidden = 0 } = options;
  const known = printings.get(columns) ?? new Map<string, NestedPrinting>();
  const key = `${format} ${typed} ${hidden}`;
  const printing = known.get(key) ?? makePrinting(columns.slice(0, columns.length - hidden), options);
  printings.set(columns, known.set(key, printing));
  return printing;
}

function makePrinting(shown: readonly OutputColumn[], { format, typed }: PrintingOptions): NestedPrinting {
  return isJson(format) ? makeJsonPrinting(shown, format, typed) : makeCsvPrinting(shown, format);
}

function makeJsonPrinting(shown: readonly OutputColumn[], format: JsonFormat, typed: boolean): NestedPrinting {
  const [separator, end] = format === 'ndjson' ? ['', '\n'] : [',', ''];
  const print = jsonRowPrinter(shown, typed, separator || end);
  return {
    syntax: 'json',
    before: jsonKeys(shown).map((key, index) => (index === 0 ? '{' : ',') + key),
    none: 'null',
    typed,
    separator,
    terminator: `}${end}`,
    printCell: (cell) => JSON.stringify(typed || cell === null ? cell : String(cell)),
    print: (rows) => print(rows) + end,
  };
}

function makeCsvPrinting(shown: readonly OutputColumn[], format: CsvFormat): NestedPrinting {
  const printCell = fieldPrinter(format);
  const cut = (row: readonly (Cell | NestedCell)[]) => row.slice(0, shown.length);
  return {
    syntax: 'csv',
    before: shown.map((_, index) => (index === 0 ? '' : ',')),
    none: '',
    typed: true,
    separator: '',
    terminator: CSV_LINE_END,
    printCell,
    print: (rows) => printCsvRows(rows.map(cut), printCell),
  };
}

function fieldPrinter(format: CsvFormat): (cell: Cell | NestedCell) => string {
  return format === 'csv_raw' ? printRawCsvField : printCsvField;
}

const FORMAT_OF_TYPE: ReadonlyMap<string, RowFormat> = new Map(
  ROW_FORMATS.flatMap((format) => ROW_FORMAT_TYPES[format].accept.map((type) => [type, format] as const)),
);
const NOTHING_SPECIAL = /;(?:charset|header|q)=[^;]*/g;

/** Returns the first supported format of an Accept header; JSON where there is none. */
export function acceptedFormat(accept: string | undefined): RowFormat {
  for (const range of accept?.toLowerCase().replace(/\s/g, '').split(',') ?? []) {
    const format =
      FORMAT_OF_TYPE.get(range.replace(NOTHING_SPECIAL, '')) ?? FORMAT_OF_TYPE.get(range.split(';')[0] ?? '');
    if (format !== undefined) return format;
  }
  return 'json';
}

const NAMES = ['concept_name', 'view_name', 'ontology_name'] as const;
type Names = Partial<Record<(typeof NAMES)[number], unknown>>;

/**
 * Sets the Content-Type of a response and, if its format is saved as a file, a name by Content-Disposition: that of the concept or the view,
 * or of the ontology that a statement reads. These consist of letters, digits, `_`, `-` and spaces, which every file system accepts.
 */
export function setType(reply: FastifyReply, contentType: string): void {
  void reply.type(contentType);
  const ending = endingOf(contentType);
  if (ending !== undefined) void reply.header('content-disposition', create(`${nameOf(reply)}.${ending}`));
}

function nameOf({ request: { params, body } }: FastifyReply): string {
  const names: Names = { ...(body as Names | undefined), ...(params as Names | undefined) };
  const name = NAMES.map((key) => names[key]).find((value) => typeof value === 'string' && value !== '');
  return typeof name === 'string' ? name : 'rows';
}

function endingOf(contentType: string): string | undefined {
  const types: readonly FormatType[] = Object.values(ROW_FORMAT_TYPES);
  return types.find((type) => type.contentType === contentType)?.ending;
}
