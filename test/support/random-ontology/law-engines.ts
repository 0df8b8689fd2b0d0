import { type DuckDBConnection } from '@duckdb/node-api';
import { rmSync } from 'node:fs';
import { indexSourceTables, readSourceCatalogue, type Engine } from '../../../src/engines';
import { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine';
import { KeptStatements } from '../../../src/engines/duckdb/prepared-statements';
import { openSandbox } from '../../../src/engines/duckdb/open-sandbox';
import { Slots } from '../../../src/engines/running/statements';
import type { FindTable } from '../compile';
import { makeDataDir, makeEngines } from '../engines';
import { createMariaDbDatabase } from '../mariadb';
import { createPostgreSqlDatabase } from '../postgresql';
import { toPostgreSql } from '../to-postgresql';
import { createTable, type Table } from './tables';

/** An open data source that contains the tables of one case after another. */
export interface LawEngine {
  readonly engine: Engine;
  /** Runs `work` while these tables exist, with their catalogue. */
  withTables(tables: readonly Table[], work: (findTable: FindTable) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** A DuckDB in memory, which can also check whether SQL returns a row. */
export interface DuckDbLawEngine extends LawEngine {
  givesRow(sql: string): Promise<boolean>;
}

export async function openDuckDbForLaws(): Promise<DuckDbLawEngine> {
  const dataDir = makeDataDir('ontology-laws');
  const instance = await openSandbox(':memory:', { surroundings: { dataDir, workers: 1 } });
  const connection: DuckDBConnection = await instance.connect();
  const engine = new DuckDbEngine(instance, { slots: new Slots(4), kept: new KeptStatements() });
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await connection.run(statement);
  };
  return {
    engine,
    withTables: (tables, work) => withTables({ engine, run }, tables, work),
    givesRow: async (sql) => (await connection.runAndReadAll(sql)).currentRowCount > 0,
    close: async () => {
      connection.disconnectSync();
      await engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export async function openMariaDbForLaws(): Promise<LawEngine> {
  return openServerForLaws('mysql', await createMariaDbDatabase('ontology_laws'));
}

export async function openPostgreSqlForLaws(): Promise<LawEngine> {
  return openServerForLaws('postgresql', await createPostgreSqlDatabase('ontology_laws'));
}

interface LawDatabase {
  readonly options: ReadonlyMap<string, string>;
  readonly run: (statements: readonly string[]) => Promise<void>;
  readonly drop: () => Promise<void>;
}

async function openServerForLaws(type: 'mysql' | 'postgresql', database: LawDatabase): Promise<LawEngine> {
  const dataDir = makeDataDir('ontology-laws');
  const engines = makeEngines(dataDir);
  const engine = await engines.open({ ontology: 'laws', name: 'test', type, options: database.options });
  return {
    engine,
    withTables: (tables, work) => withTables({ engine, run: database.run }, tables, work),
    close: async () => {
      await engines.onApplicationShutdown();
      await database.drop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

interface Furnished {
  readonly engine: Engine;
  readonly run: (statements: readonly string[]) => Promise<void>;
}

async function withTables(
  { engine, run }: Furnished,
  tables: readonly Table[],
  work: (findTable: FindTable) => Promise<void>,
): Promise<void> {
  try {
    const statements = tables.flatMap((table) => createTable(table, engine.dialect));
    await run(engine.dialect === 'postgresql' ? toPostgreSql(statements) : statements);
    const findTable = indexSourceTables(await readSourceCatalogue(engine, { timeoutMs: 10_000 }), engine.dialect);
    await work((_, parts) => findTable(parts));
  } finally {
    await run(tables.toReversed().map(({ name }) => `DROP TABLE IF EXISTS ${name}`));
  }
}
