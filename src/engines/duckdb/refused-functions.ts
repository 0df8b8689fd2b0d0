import { type DuckDBConnection } from '@duckdb/node-api';

/**
 * Table functions that read nothing, or only what the sandbox permits. All others expose the machine or other statements, or change how the
 * database runs.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  'generate_series',
  'json_each',
  'json_tree',
  'parquet_scan',
  'range',
  'read_csv',
  'read_csv_auto',
  'read_json',
  'read_json_auto',
  'read_json_objects',
  'read_json_objects_auto',
  'read_ndjson',
  'read_ndjson_auto',
  'read_ndjson_objects',
  'read_ndjson_objects_auto',
  'read_parquet',
  'repeat',
  'repeat_row',
  'unnest',
]);

/**
 * Excludes names that are also scalar functions, aggregate functions or macros: a call does not show which of them is meant, and these
 * table functions do no harm.
 */
const TABLE_FUNCTIONS = `SELECT lower(function_name) FROM duckdb_functions() WHERE internal GROUP BY 1
  HAVING bool_or(function_type IN ('table', 'table_macro')) AND NOT bool_or(function_type IN ('scalar', 'aggregate', 'macro'))`;

let names: Promise<ReadonlySet<string>> | undefined;

/** Returns the table functions of DuckDB that mappings may not call, as this DuckDB lists its own. They are looked up once. */
export function refusedFunctions(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  names ??= connection.runAndReadAll(TABLE_FUNCTIONS).then(
    (result) => {
      const found = result.getRows().map(([name]) => String(name));
      return new Set(found.filter((name) => !ALLOWED.has(name)));
    },
    (error: unknown) => {
      names = undefined;
      throw error;
    },
  );
  return names;
}

/** A string literal, or a name with an optional opening parenthesis of a call. */
const TOKEN = /'(?:[^']|'')*'|(?:"(?<quoted>(?:[^"]|"")*)"|(?<bare>[\p{L}_][\p{L}\p{N}_$]*))(?<call>\s*\()?/gu;

/** A call of a table function in SQL. */
export interface RefusedCall {
  /** In lower case. */
  readonly name: string;
  /** Offset of the name, in UTF-16 units. */
  readonly at: number;
  /** Advice on what a mapping may do instead. */
  readonly hint: string;
}

const HINT =
  'mappings can read the tables of their data source, and its files with read_csv, read_json and read_parquet';

/**
 * Returns the first call of one of these functions, in any spelling of its name. Statements contain no comments, which could be before the
 * parenthesis.
 */
export function findCalled(sql: string, refused: ReadonlySet<string>): RefusedCall | undefined {
  for (const { index, groups: { quoted, bare, call } = {} } of sql.matchAll(TOKEN)) {
    const name = (quoted ?? bare ?? '').toLowerCase();
    if (call !== undefined && refused.has(name)) return { name, at: index, hint: HINT };
  }
  return undefined;
}
