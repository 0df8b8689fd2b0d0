import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DialectName } from '../../src/model';
import { Client, rowsOf } from './client';
import { writeDuckDb } from './engines';
import { createMariaDbDatabase } from './mariadb';
import { createPostgreSqlDatabase } from './postgresql';
import type { RunningService } from './service';
import { toPostgreSql } from './to-postgresql';

/** A database on a server, for one suite. */
export interface Database {
  readonly options: ReadonlyMap<string, string>;
  readonly run: (statements: readonly string[]) => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** Creates a database on the server of a dialect; undefined for DuckDB, which has files. Statements for DuckDB run on PostgreSQL too. */
export async function createDatabase(dialect: DialectName, name: string): Promise<Database | undefined> {
  if (dialect === 'mysql') return createMariaDbDatabase(name);
  if (dialect === 'duckdb') return undefined;
  const database = await createPostgreSqlDatabase(name);
  return { ...database, run: (statements) => database.run(toPostgreSql(statements)) };
}

/**
 * Creates the tables in a database of the dialect, and an ontology with the data source `source` over them and further
 * statements. Returns a function that drops the database; that of DuckDB is below the data of the service.
 */
export async function defineSource(
  service: RunningService,
  dialect: DialectName,
  {
    ontology,
    tables,
    script,
  }: { readonly ontology: string; readonly tables: readonly string[]; readonly script: string },
): Promise<() => Promise<void>> {
  const database = await createDatabase(dialect, ontology);
  let options = `path = '${ontology}.duckdb'`;
  if (database === undefined) {
    const folder = join(service.dataDir, 'sources');
    mkdirSync(folder, { recursive: true });
    await writeDuckDb(join(folder, `${ontology}.duckdb`), tables);
  } else {
    await database.run(tables);
    options = [...database.options].map(([name, value]) => `${name} = '${value}'`).join(', ');
  }
  const definition = `CREATE ONTOLOGY ${ontology}; CREATE DATASOURCE source TYPE ${dialect} OPTIONS (${options}); ${script}`;
  rowsOf(await new Client(service.api, service.token).sql(definition, { ontology: 'system' }));
  return async () => database?.drop();
}
