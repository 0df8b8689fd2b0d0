import { type DuckDBConnection, quotedIdentifier, quotedString } from '@duckdb/node-api';
import { posix } from 'node:path';
import { refusals } from '../running/refusals';
import { type FileTable } from './find-file-tables';
import { escapeWildcards, READERS } from './name-file-table';

/** The number of files that an error lists. */
const LISTED = 20;
/** The type of a column of a CSV file in which no value is of another type. */
const UNTYPED = 'VARCHAR';

/** The type of each column by its name in lower case; undefined if the column has no value, so that any type fits. */
type Columns = Map<string, string | undefined>;

/**
 * Rejects a pattern whose files differ in the names or types of their columns, and lists these files: DuckDB would unite them, with NULL for
 * missing columns and strings for other types. The order of the columns may differ, and a column without values in a CSV file has any type.
 */
export async function checkAlike(setup: DuckDBConnection, { name, format, files }: FileTable): Promise<void> {
  if (files.length < 2) return;
  const rowsOf = (file: string) =>
    `${READERS[format]}(${quotedString(escapeWildcards(file))}, hive_partitioning = false)`;
  const found: { readonly file: string; readonly columns: Columns }[] = [];
  for (const file of files) found.push({ file, columns: await readColumns(setup, rowsOf(file)) });
  const typed = new Set(found.flatMap(({ columns }) => [...columns].filter(([, type]) => type !== UNTYPED).map(([column]) => column))); // prettier-ignore
  if (format === 'csv') {
    for (const { file, columns } of found) await forgetUntyped(setup, rowsOf(file), columns, typed);
  }
  const usual = findUsual(found.map(({ columns }) => columns));
  const differing = found.flatMap(({ file, columns }) => {
    const differences = describe(usual, columns);
    return differences.length === 0 ? [] : [`"${posix.basename(file)}" ${differences.join(', ')}`];
  });
  if (differing.length === 0) return;
  const more = differing.length > LISTED ? [`and ${differing.length - LISTED} more`] : [];
  const list = [...differing.slice(0, LISTED), ...more].join('; ');
  throw refusals.unfit(
    `the files of the table "${name}" differ in names or types of columns: ${list}. List them one by one, or as a folder, and map each`,
  );
}

async function readColumns(setup: DuckDBConnection, rows: string): Promise<Columns> {
  const found = await setup.runAndReadAll(`DESCRIBE SELECT * FROM ${rows}`);
  return new Map(found.getRows().map(([column, type]) => [String(column).toLowerCase(), String(type)]));
}

/** Forgets the types of columns without values, as far as other files have another type for them. */
async function forgetUntyped(
  setup: DuckDBConnection,
  rows: string,
  columns: Columns,
  typed: ReadonlySet<string>,
): Promise<void> {
  const names = [...columns]
    .filter(([column, type]) => type === UNTYPED && typed.has(column))
    .map(([column]) => column);
  if (names.length === 0) return;
  const counts = names.map((column) => `count(${quotedIdentifier(column)})`);
  const [values = []] = (await setup.runAndReadAll(`SELECT ${counts.join(', ')} FROM ${rows}`)).getRows();
  for (const [index, column] of names.entries()) if (Number(values[index]) === 0) columns.set(column, undefined);
}

/** Returns the names of the columns that most files have, each with its most frequent type. */
function findUsual(all: readonly Columns[]): Columns {
  const names = mostFrequent(all.map((columns) => JSON.stringify([...columns.keys()].sort()))) ?? '[]';
  const types = (column: string) => all.map((columns) => columns.get(column)).filter((type) => type !== undefined);
  return new Map((JSON.parse(names) as string[]).map((column) => [column, mostFrequent(types(column))]));
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function describe(usual: Columns, other: Columns): readonly string[] {
  const missing = [...usual.keys()].filter((column) => !other.has(column)).map((column) => `lacks "${column}"`);
  const added = [...other].flatMap(([column, type]) => {
    if (!usual.has(column)) return [`also has "${column}"`];
    const expected = usual.get(column);
    return type === undefined || type === expected ? [] : [`has "${column}" as ${type}, not ${expected}`];
  });
  return [...missing, ...added];
}
