import { type Cell, type DialectName } from '../../model';
import { type Engine, type RunOptions } from '../running/engine';
import { type CatalogueDialect } from './catalogue-dialect';
import { DUCKDB_CATALOGUE } from './duckdb-catalogue';
import { MYSQL_CATALOGUE } from './mysql-catalogue';
import { POSTGRESQL_CATALOGUE } from './postgresql-catalogue';

export const CATALOGUE_DIALECTS: Readonly<Record<DialectName, CatalogueDialect>> = {
  mysql: MYSQL_CATALOGUE,
  duckdb: DUCKDB_CATALOGUE,
  postgresql: POSTGRESQL_CATALOGUE,
};

/** A catalogue query, and the strings that are its parameters. */
interface CatalogueQuery {
  readonly sql: string;
  readonly texts?: readonly string[];
}

/** Runs a catalogue query, and returns its rows, in which all values are strings. */
export async function readRows(
  engine: Engine,
  { sql, texts = [] }: CatalogueQuery,
  options: RunOptions,
): Promise<(readonly Cell[])[]> {
  const columns = Array.from({ length: 6 }, (_, index) => ({ name: String(index), type: 'string' }) as const);
  const parameters = texts.map((text) => ({ type: 'string', text }) as const);
  const { batches } = await engine.run({ dialect: engine.dialect, sql, parameters, columns }, options);
  const rows: (readonly Cell[])[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}
