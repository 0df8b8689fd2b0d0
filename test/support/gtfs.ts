import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMySqlScript } from './mysql-script';
import { onBothEngines, type SampleDatabase } from './sample-databases';
import { TEST_DATA_DIR } from './services';

export const GTFS_MADRID = 'gtfs-madrid';

const TABLES = ['agency', 'calendar', 'calendar_dates', 'feed_info', 'frequencies', 'routes', 'stops', 'stop_times', 'trips']; // prettier-ignore

/** The CSV file of each table. SHAPES.csv is not part of the test data. */
export const GTFS_FILES: readonly string[] = TABLES.map((table) => pathOf(`${table.toUpperCase()}.csv`));

/** Returns the metro of Madrid from GTFS-Madrid-Bench, scale 1: 9 tables with 2,364 stop times. */
export function gtfs(): SampleDatabase {
  const schema = readMySqlScript(readFileSync(pathOf('mysql8.sql'), 'utf8'));
  return onBothEngines([...schema.filter((statement) => !/\bshapes\b/.test(statement)), ...TABLES.map(insertInto)]);
}

/**
 * Returns the published number of rows of each query, by its name. They are in the row of the triple store that is the baseline of the
 * benchmark.
 */
export function publishedCounts(): ReadonlyMap<string, number> {
  const lines = readFileSync(pathOf('published-result-counts-GTFS-1.csv'), 'utf8').trim().split('\n');
  const names = cellsOf(lines[1] ?? '');
  const counts = cellsOf(lines.find((line) => line.includes('BaseLine')) ?? '');
  return new Map(names.map((name, index) => [name, Number(counts[index])]));
}

/** Splits a line; no field of the files contains a comma or a quote. */
function cellsOf(line: string): readonly string[] {
  return line.trimEnd().split(',');
}

function insertInto(table: string): string {
  const text = readFileSync(pathOf(`${table.toUpperCase()}.csv`), 'utf8');
  const [columns = [], ...rows] = text.trimEnd().split('\n').map(cellsOf);
  const values = rows.map((row) => `(${row.map((cell, index) => literal(columns[index] ?? '', cell)).join(', ')})`);
  return `INSERT INTO ${table} (${columns.map((column) => `\`${column}\``).join(', ')}) VALUES ${values.join(', ')}`;
}

/** Prints a cell as SQL. An empty field is NULL; the files write dates without hyphens. */
function literal(column: string, cell: string): string {
  if (cell === '') return 'NULL';
  const value = column.endsWith('date') ? cell.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') : cell;
  return `'${value.replaceAll("'", "''")}'`;
}

function pathOf(file: string): string {
  return join(TEST_DATA_DIR, GTFS_MADRID, file);
}
