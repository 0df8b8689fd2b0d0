import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DialectName } from '../../src/model';
import { type Client, rowsOf } from './client';
import { writeDuckDb } from './engines';
import { createDatabase, type Database } from './define-source';

/** One of the databases that a search compares: its name, its tables and the ontology over them. */
export interface ComparedSide {
  readonly dialect: DialectName;
  /** The name of the database or file. */
  readonly name: string;
  readonly statements: readonly string[];
  readonly ontology: string;
  /** The definitions after the data source `source`. */
  readonly model: string;
}

/** Where sides are defined: a service, and the databases made for it on servers, which the caller drops even if a definition fails. */
interface Place {
  readonly admin: Client;
  readonly dataDir: string;
  readonly databases: Database[];
}

/** Creates the database and the ontology of one side. */
export async function defineSide(
  { admin, dataDir, databases }: Place,
  { dialect, name, statements, ontology, model }: ComparedSide,
): Promise<void> {
  let options: ReadonlyMap<string, string> = new Map([['path', `${name}.duckdb`]]);
  const database = await createDatabase(dialect, name);
  if (database !== undefined) {
    databases.push(database);
    await database.run(statements);
    options = database.options;
  } else {
    mkdirSync(join(dataDir, 'sources'), { recursive: true });
    await writeDuckDb(join(dataDir, 'sources', `${name}.duckdb`), statements);
  }
  const listed = [...options].map(([option, value]) => `${option} = '${value}'`).join(', ');
  const source = `CREATE DATASOURCE source TYPE ${dialect} OPTIONS (${listed});`;
  rowsOf(await admin.sql(`CREATE ONTOLOGY ${ontology}; ${source} ${model}`, { ontology }));
}
