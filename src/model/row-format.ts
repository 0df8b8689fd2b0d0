import type { PackedForm } from './packed-rows';

/** How clients name a format, and how responses do. */
export interface FormatType {
  /** The media type of an Accept header, with the parameters that distinguish it from another format of the same type. */
  readonly accept: readonly string[];
  /** The Content-Type of responses. */
  readonly contentType: string;
  /** The ending of file names; absent for responses that are not saved as a file. */
  readonly ending?: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const CSV = { contentType: 'text/csv; charset=utf-8; header=present', ending: 'csv' };

const UNSELECTABLE = { accept: [], contentType: '' } as const;

const typeOf = (contentType: string, ending: string) => ({ accept: [contentType], contentType, ending });

/** The formats of rows in responses (docs/http-api.md). */
export const ROW_FORMAT_TYPES = {
  json: { accept: ['application/json'], contentType: JSON_TYPE },
  /** JSON without an envelope, which no client selects by its name. */
  array: { accept: [], contentType: JSON_TYPE },
  /** The values themselves, which the MySQL protocol encodes; no client selects it. */
  cells: UNSELECTABLE,
  /** Rows as the MySQL protocol sends them, in its two forms, where the engine can pack them, else cells; no client selects them. */
  packed_text: UNSELECTABLE,
  packed_binary: UNSELECTABLE,
  ndjson: {
    accept: ['application/x-ndjson', 'application/ndjson'],
    contentType: 'application/x-ndjson; charset=utf-8',
    ending: 'ndjson',
  },
  csv: { accept: ['text/csv'], ...CSV },
  /** Begins with a byte order mark, without which Excel does not read UTF-8. */
  csv_bom: { accept: ['text/csv;bom=true'], ...CSV },
  /** Strings are exact: no apostrophe precedes those that a spreadsheet would run. */
  csv_raw: { accept: ['text/csv;raw=true'], ...CSV },
  xlsx: typeOf('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'),
  parquet: typeOf('application/vnd.apache.parquet', 'parquet'),
  arrow: typeOf('application/vnd.apache.arrow.stream', 'arrows'),
} as const satisfies Readonly<Record<string, FormatType>>;

export type RowFormat = keyof typeof ROW_FORMAT_TYPES;

/** A format whose rows are not printed one by one, but encoded together. */
export type EncodedFormat = Extract<RowFormat, 'xlsx' | 'parquet' | 'arrow'>;

export const ENCODED_FORMATS: ReadonlySet<RowFormat> = new Set<EncodedFormat>(['xlsx', 'parquet', 'arrow']);

/** The formats of the MySQL protocol, whose responses are not kept, and the form in which their rows may be packed. */
export const MYSQL_FORMATS: ReadonlyMap<RowFormat, PackedForm | undefined> = new Map([
  ['cells', undefined],
  ['packed_text', 'text'],
  ['packed_binary', 'binary'],
]);

export const ROW_FORMATS = Object.keys(ROW_FORMAT_TYPES) as readonly RowFormat[];

/** The formats that clients select, by `_format_` or Accept. */
export const SELECTABLE_FORMATS = ROW_FORMATS.filter((format) => ROW_FORMAT_TYPES[format].accept.length > 0);
