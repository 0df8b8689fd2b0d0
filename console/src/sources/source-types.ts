import { quoteName, quoteText } from '../parts/statements';

/** A field of the form for a data source: an option of CREATE DATASOURCE. */
export interface SourceField {
  readonly option: string;
  readonly label: string;
  readonly needed?: boolean;
  readonly example?: string;
  /** The only values that the option has; the first is the default. */
  readonly values?: readonly string[];
  /** Whether it is hidden where it is written. */
  readonly isPassword?: boolean;
}

/** A type of data sources, as the form shows it. */
export interface SourceType {
  readonly title: string;
  readonly fields: readonly SourceField[];
}

const SERVER: readonly SourceField[] = [
  { option: 'host', label: 'Host', needed: true, example: 'db.example.org' },
  { option: 'port', label: 'Port' },
  { option: 'database', label: 'Database', needed: true },
];
const END: readonly SourceField[] = [
  { option: 'password', label: 'Password', isPassword: true },
  { option: 'ssl_mode', label: 'Encryption', values: ['off', 'required', 'verify_ca', 'verify_identity'] },
  { option: 'ssl_ca', label: 'File of the authority', example: 'below DATA_DIR/certificates' },
];

/** The types of data sources (docs/language.md), by their words after TYPE. */
export const SOURCE_TYPES = {
  mysql: {
    title: 'MySQL or MariaDB',
    fields: [...SERVER, { option: 'user', label: 'User' }, ...END],
  },
  postgresql: {
    title: 'PostgreSQL',
    fields: [...SERVER, { option: 'schema', label: 'Schema', example: 'public' }, { option: 'user', label: 'User', needed: true }, ...END], // prettier-ignore
  },
  duckdb: {
    title: 'DuckDB file',
    fields: [{ option: 'path', label: 'Path below DATA_DIR/sources', needed: true, example: 'shop.duckdb' }],
  },
  files: {
    title: 'CSV, JSON or Parquet files',
    fields: [{ option: 'path', label: 'Folders, files and patterns below DATA_DIR/sources', needed: true, example: 'shop/, exports/*.parquet' }], // prettier-ignore
  },
} as const satisfies Readonly<Record<string, SourceType>>;

export type SourceTypeName = keyof typeof SOURCE_TYPES;

/** Returns the definition of a data source as a statement has it, from TYPE; an option without a value is left out. */
export function printSource(type: SourceTypeName, values: Readonly<Record<string, string>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  return `TYPE ${type} OPTIONS (${given.map(([option, value]) => `${quoteName(option)} = ${quoteText(value)}`).join(', ')})`;
}
