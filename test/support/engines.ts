import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { Environment } from '../../src/config';
import {
  type DataSourceConnection,
  type Engine,
  EnginesService,
  indexSourceTables,
  readSourceCatalogue,
} from '../../src/engines';
import { type Cell, type CompiledQuery, type DialectName } from '../../src/model';
import { type FindTable } from './compile';
import { createMariaDbDatabase } from './mariadb';
import { createPostgreSqlDatabase } from './postgresql';
import { toPostgreSql } from './to-postgresql';

/** A temporary data source with an engine over it. */
export interface TestEngine {
  readonly engine: Engine;
  readonly connection: DataSourceConnection;
  /** The catalogue at the time when it was opened. */
  readonly findTable: FindTable;
  readonly drop: () => Promise<void>;
}

/** Creates a DuckDB file with these statements in a new data directory. */
export async function openDuckDbTestEngine(purpose: string, statements: readonly string[]): Promise<TestEngine> {
  const dataDir = makeDataDir(purpose);
  await writeDuckDb(join(dataDir, 'sources', 'test.duckdb'), statements).catch((error: unknown) => {
    rmSync(dataDir, { recursive: true });
    throw error;
  });
  return openTestEngine(
    { ontology: purpose, name: 'test', type: 'duckdb', options: new Map([['path', 'test.duckdb']]) },
    dataDir,
    () => Promise.resolve(),
  );
}

/** Creates a data source of copies of these files in a new data directory. */
export async function openFilesTestEngine(purpose: string, files: readonly string[]): Promise<TestEngine> {
  const dataDir = makeDataDir(purpose);
  for (const file of files) copyFileSync(file, join(dataDir, 'sources', basename(file)));
  const path = files.map((file) => basename(file)).join(',');
  return openTestEngine(
    { ontology: purpose, name: 'test', type: 'files', options: new Map([['path', path]]) },
    dataDir,
    () => Promise.resolve(),
  );
}

/** Creates a MariaDB database with these statements. */
export async function openMariaDbTestEngine(purpose: string, statements: readonly string[]): Promise<TestEngine> {
  const database = await createMariaDbDatabase(purpose);
  await database.run(statements).catch(async (error: unknown) => {
    await database.drop();
    throw error;
  });
  const connection = { ontology: purpose, name: 'test', type: 'mysql', options: database.options } as const;
  return openTestEngine(connection, makeDataDir(purpose), () => database.drop());
}

/** Creates a PostgreSQL database with these statements, which may be written for DuckDB. */
export async function openPostgreSqlTestEngine(purpose: string, statements: readonly string[]): Promise<TestEngine> {
  const database = await createPostgreSqlDatabase(purpose);
  await database.run(toPostgreSql(statements)).catch(async (error: unknown) => {
    await database.drop();
    throw error;
  });
  const connection = { ontology: purpose, name: 'test', type: 'postgresql', options: database.options } as const;
  return openTestEngine(connection, makeDataDir(purpose), () => database.drop());
}

/** Opens a data source of each dialect over a database with these statements; those for PostgreSQL may be written for DuckDB. */
export const OPENERS = {
  duckdb: openDuckDbTestEngine,
  mysql: openMariaDbTestEngine,
  postgresql: openPostgreSqlTestEngine,
} as const satisfies Record<DialectName, unknown>;

/** Creates a data directory in the temporary folder of the system, with its folder `sources`. */
export function makeDataDir(purpose: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), `test-${purpose}-`));
  mkdirSync(join(dataDir, 'sources'));
  return dataDir;
}

/** Runs the statements on the DuckDB file `path`, which is created if it does not exist. */
export async function writeDuckDb(path: string, statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  try {
    const connection = await instance.connect();
    for (const statement of statements) await connection.run(statement);
    connection.disconnectSync();
  } finally {
    instance.closeSync();
  }
}

/** Creates engines over a data directory, as the application does. */
export function makeEngines(dataDir: string, settings: Partial<Environment> = {}): EnginesService {
  return new EnginesService(Object.assign(new Environment(), { dataDir, ...settings }));
}

/** Engines with settings of their own, which are closed together. */
export class OtherEngines {
  private readonly made: EnginesService[] = [];

  constructor(private readonly dataDir = '') {}

  /** Returns engines that have these settings besides the defaults. */
  with(settings: Partial<Environment>): EnginesService {
    const engines = makeEngines(this.dataDir, settings);
    this.made.push(engines);
    return engines;
  }

  async close(): Promise<void> {
    for (const engines of this.made) await engines.onApplicationShutdown();
  }
}

/** Returns all rows of a query. */
export async function rowsOf(engine: Engine, query: CompiledQuery, timeoutMs = 10_000): Promise<(readonly Cell[])[]> {
  const rows: (readonly Cell[])[] = [];
  const { batches } = await engine.run(query, { timeoutMs });
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

/** Opens an engine over an existing data source; `dropData` removes it. Removes it also when the engine cannot be opened. */
export async function openTestEngine(
  connection: DataSourceConnection,
  dataDir: string,
  dropData: () => Promise<void>,
): Promise<TestEngine> {
  const engines = makeEngines(dataDir);
  const drop = async (): Promise<void> => {
    await engines.onApplicationShutdown();
    await dropData();
    rmSync(dataDir, { recursive: true });
  };
  try {
    const engine = await engines.open(connection);
    const findTable = indexSourceTables(await readSourceCatalogue(engine, { timeoutMs: 10_000 }), engine.dialect);
    return { engine, connection, findTable: (_, parts) => findTable(parts), drop };
  } catch (error) {
    await drop();
    throw error;
  }
}
