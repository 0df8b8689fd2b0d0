import type { Cell, OutputColumn } from '../../model';
import type { ListedTable } from './listed-tables';

/** A database of clients: an ontology, or the one of the metadata. */
export interface ListedDatabase {
  readonly name: string;
  readonly comment: string;
  readonly tables: readonly ListedTable[];
}

/** A connection, as PROCESSLIST shows it. */
export interface ListedConnection {
  readonly id: number;
  readonly user: string;
  readonly host: string;
  readonly database: string | undefined;
  readonly command: string;
  readonly seconds: number;
  readonly statement: string | undefined;
}

/** What the tables of INFORMATION_SCHEMA are made of, for one caller. */
export interface MetadataSource {
  readonly databases: readonly ListedDatabase[];
  readonly variables: ReadonlyMap<string, string>;
  readonly status: ReadonlyMap<string, string>;
  readonly connections: readonly ListedConnection[];
}

/** A table of INFORMATION_SCHEMA: columns of the type string, except those of integers. */
export interface MetadataTable {
  readonly columns: readonly OutputColumn[];
  readonly rows: (source: MetadataSource) => readonly (readonly Cell[])[];
}

/** The catalogue of all tables, as in MySQL. */
export const CATALOG = 'def';

/** Returns a table of these columns, separated by blanks; integers are marked with `#`. */
export function metadataTable(columns: string, rows: MetadataTable['rows'] = () => []): MetadataTable {
  const typed = columns
    .trim()
    .split(/\s+/)
    .map((name) =>
      name.startsWith('#') ? ({ name: name.slice(1), type: 'integer' } as const) : ({ name, type: 'string' } as const),
    );
  return { columns: typed, rows };
}

/** Returns rows for each table of each database. */
export function rowsOfTables(
  { databases }: MetadataSource,
  rowsOf: (database: ListedDatabase, table: ListedTable) => readonly (readonly Cell[])[],
): readonly (readonly Cell[])[] {
  return databases.flatMap((database) => database.tables.flatMap((table) => rowsOf(database, table)));
}
