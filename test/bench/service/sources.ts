import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { startOwnMariaDb } from '../../support/own-mariadb';
import { startOwnPostgreSql } from '../../support/own-postgresql';
import { toPostgreSql } from '../../support/to-postgresql';
import { staffTables } from './staff';

/** A data source with its rows: for the service, for the other servers, and its process. */
export interface Source {
  readonly engine: 'MariaDB' | 'DuckDB' | 'PostgreSQL';
  readonly version: string;
  /** The definition of the data source in the ontology. */
  readonly definition: string;
  /** The data source as an argument of the bare server: `mysql:<port>`, `postgresql:<port>` or a file. */
  readonly bare: string;
  /** The process of the data source, if it has its own. */
  readonly pid: number | undefined;
  readonly drop: () => Promise<void>;
}

/** Creates a folder for all files of a run of the benchmark. */
export function makeFolder(): { readonly path: string; readonly drop: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'service-bench-'));
  mkdirSync(join(path, 'sources'));
  return {
    path,
    drop: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Starts a MariaDB for the benchmark, with all rows in memory. */
export async function makeMariaDb(employees: number): Promise<Source> {
  const server = await startOwnMariaDb(['--innodb-buffer-pool-size=1G', '--innodb-flush-log-at-trx-commit=0']);
  try {
    await server.run(['CREATE DATABASE staff']);
    await server.run(['USE staff', ...staffTables(employees), 'ANALYZE TABLE employees, dept_emp, titles, salaries']);
    return {
      engine: 'MariaDB',
      version: await versionOf(server.port),
      definition: definitionOf('mysql', server.port),
      bare: `mysql:${server.port}`,
      pid: server.process().pid,
      drop: server.drop,
    };
  } catch (error) {
    await server.drop();
    throw error;
  }
}

/** Starts a PostgreSQL for the benchmark, with all rows in memory. */
export async function makePostgreSql(employees: number): Promise<Source> {
  const server = await startOwnPostgreSql({ settings: ['shared_buffers=1GB', 'fsync=off', 'max_wal_size=8GB'] });
  try {
    await server.run(['CREATE DATABASE staff']);
    await server.run([...toPostgreSql(staffTables(employees)), 'VACUUM ANALYZE'], 'staff');
    const [row] = await server.read('SHOW server_version');
    return {
      engine: 'PostgreSQL',
      version: String(row?.server_version).replace(/ .*/, ''),
      definition: definitionOf('postgresql', server.port),
      bare: `postgresql:${server.port}`,
      pid: server.pid(),
      drop: server.drop,
    };
  } catch (error) {
    await server.drop();
    throw error;
  }
}

function definitionOf(type: string, port: number): string {
  const options = { host: '127.0.0.1', port, database: 'staff', user: 'reader', password: 'secret' };
  const listed = Object.entries(options).map(([name, value]) => `${name} = '${value}'`);
  return `CREATE DATASOURCE staff TYPE ${type} OPTIONS (${listed.join(', ')});`;
}

/** Creates a DuckDB file in the folder of the service. */
export async function makeDuckDb(folder: string, employees: number): Promise<Source> {
  const path = join(folder, 'sources', 'staff.duckdb');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of [...staffTables(employees), 'ANALYZE', 'CHECKPOINT']) await connection.run(statement);
  const [[version] = []] = (await connection.runAndReadAll('SELECT version()')).getRows();
  connection.closeSync();
  instance.closeSync();
  return {
    engine: 'DuckDB',
    version: String(version).replace(/^v/, ''),
    definition: "CREATE DATASOURCE staff TYPE duckdb OPTIONS (path = 'staff.duckdb');",
    bare: path,
    pid: undefined,
    drop: () => Promise.resolve(),
  };
}

async function versionOf(port: number): Promise<string> {
  const connection = await createConnection({ host: '127.0.0.1', port, user: 'root' });
  try {
    const [[row]] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version');
    return String(row?.version).replace(/-.*/, '');
  } finally {
    await connection.end();
  }
}
