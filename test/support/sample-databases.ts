import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DialectName } from '../../src/model';
import { readMySqlScript, toDuckDb } from './mysql-script';
import { TEST_DATA_DIR } from './services';

/** The statements that create a public sample database; those for DuckDB are converted for PostgreSQL by `openPostgreSqlTestEngine`. */
export interface SampleDatabase {
  readonly mysql: readonly string[];
  readonly duckdb: readonly string[];
}

/** Returns the statements of a database for the test engine of a dialect. */
export function statementsFor(dialect: DialectName, database: SampleDatabase): readonly string[] {
  return database[dialect === 'mysql' ? 'mysql' : 'duckdb'];
}

/** Returns a music shop of 11 tables with 3,503 tracks. */
export function chinook(): SampleDatabase {
  return onBothEngines(readMySqlScript(read('chinook', 'Chinook_MySql.sql')));
}

/** Returns a film rental of 16 tables with 1,000 films and 16,044 rentals. */
export function sakila(): SampleDatabase {
  const schema = readMySqlScript(read('sakila', 'sakila-mv-schema.sql.gz'));
  const data = readMySqlScript(read('sakila', 'sakila-mv-data.sql.gz'));
  return onBothEngines([...schema, ...data, 'INSERT INTO film_text SELECT film_id, title, description FROM film']);
}

/** Converts MySQL's statements to both engines; times are in UTC, as the engines read them. */
export function onBothEngines(statements: readonly string[]): SampleDatabase {
  const settings = ['SET FOREIGN_KEY_CHECKS = 0', "SET time_zone = '+00:00'"];
  return { mysql: [...settings, ...statements], duckdb: toDuckDb(statements) };
}

function read(...path: readonly string[]): string {
  const bytes = readFileSync(join(TEST_DATA_DIR, ...path));
  return (path.at(-1)?.endsWith('.gz') === true ? gunzipSync(bytes) : bytes).toString('utf8');
}
