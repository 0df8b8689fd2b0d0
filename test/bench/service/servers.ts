import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { makeBearer } from '../../support/bearer';
import { Client, rowsOf } from '../../support/client';
import { freePort } from '../../support/free-port';
import { largeOntology, wholeScript } from '../../support/large-ontology';
import { startOwnMariaDb } from '../../support/own-mariadb';
import { getToken } from '../../support/service';
import { STAFF, staffTables } from './staff';

const ROOT = join(__dirname, '..', '..', '..');
const HOOK = join(ROOT, 'test', 'support', 'typescript-hook.cjs');
const SALT = 'the salt of the benchmark, long enough';
const PASSWORD = 'a password of the benchmark';
const START_MS = 60_000;
/** The flags of Node in `npm start`. */
const FLAGS = ['--max-semi-space-size=8'];

/** A data source with its rows: for the service, for the bare server, and its process. */
export interface Source {
  readonly engine: 'MariaDB' | 'DuckDB';
  /** The definition of the data source in the ontology. */
  readonly definition: string;
  /** The data source as an argument of the bare server. */
  readonly bare: string;
  /** The process of the data source, if it has its own. */
  readonly pid: number | undefined;
  readonly drop: () => Promise<void>;
}

/** A server under measurement. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds from its start to the first response. */
  readonly started: number;
  readonly stop: () => Promise<void>;
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
  await server.run(['CREATE DATABASE staff']);
  await server.run(['USE staff', ...staffTables(employees), 'ANALYZE TABLE employees, dept_emp, titles, salaries']);
  const options = { host: '127.0.0.1', port: server.port, database: 'staff', user: 'reader', password: 'secret' };
  const listed = Object.entries(options).map(([name, value]) => `${name} = '${value}'`);
  return {
    engine: 'MariaDB',
    definition: `CREATE DATASOURCE staff TYPE mysql OPTIONS (${listed.join(', ')});`,
    bare: `mysql:${server.port}`,
    pid: server.process().pid,
    drop: server.drop,
  };
}

/** Creates a DuckDB file in the folder of the service. */
export async function makeDuckDb(folder: string, employees: number): Promise<Source> {
  const path = join(folder, 'sources', 'staff.duckdb');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of [...staffTables(employees), 'ANALYZE', 'CHECKPOINT']) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  return {
    engine: 'DuckDB',
    definition: "CREATE DATASOURCE staff TYPE duckdb OPTIONS (path = 'staff.duckdb');",
    bare: path,
    pid: undefined,
    drop: () => Promise.resolve(),
  };
}

/** The settings of the service. */
export interface Setting {
  /** Whether the service caches responses. */
  readonly cached: boolean;
  readonly workers: number;
  /** Further settings, by variable. */
  readonly more: Readonly<Record<string, string>>;
}

/** Starts the built service (`npm run build`) with the ontology over the source, whose responses can be cached, and one of 350 concepts. */
export async function startOurs(folder: string, source: Source, { cached, workers, more }: Setting): Promise<Server> {
  const settings = { QUERY_TIMEOUT_MS: '60000', WORKERS: String(workers), ...(cached && { RESULT_CACHE_BYTES: String(2 ** 30) }), ...more }; // prettier-ignore
  const { url: origin, ...server } = await spawnOurs(folder, settings);
  await untilServe(origin, workers);
  const token = await getToken(`${origin}/svc/api`, makeBearer('admin', PASSWORD, SALT));
  const client = new Client(`${origin}/svc/api`, token);
  rowsOf(
    await client.sql(
      `CREATE ONTOLOGY staff; ALTER ONTOLOGY staff SET result_ttl = 3600; ${source.definition} ${STAFF}`,
      { ontology: 'staff' },
    ),
  );
  const large = largeOntology({ concepts: 350, properties: 1_050, mappings: 1_200 });
  rowsOf(await client.sql('CREATE ROLE desk'));
  rowsOf(await client.sql(wholeScript('large', 'large.duckdb', large), { ontology: 'large' }));
  return { ...server, url: `${origin}/svc/api/`, headers: { 'x-api-key': token } };
}

/** Starts the built service and waits until it is ready. `settings` are environment variables, `flags` are additional options of Node. */
export async function spawnOurs(
  folder: string,
  settings: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<Omit<Server, 'headers'>> {
  const port = await freePort();
  const needed = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'system.db')}`, API_AUTH_SALT: SALT, ADMIN_PASSWORD: PASSWORD, PORT: String(port) }; // prettier-ignore
  const begin = performance.now();
  const child = spawn(process.execPath, [...FLAGS, ...flags, 'dist/src/main.js'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...needed, ...settings },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(child, `${url}/health/ready`);
  return { url, pid: child.pid!, started: performance.now() - begin, stop: () => stop(child) };
}

/** Starts the bare baseline over the same rows. */
export async function startBare(source: Source, employees: number): Promise<Server> {
  const begin = performance.now();
  const child = spawn(process.execPath, ['--require', HOOK, join(__dirname, 'bare-server.ts'), source.bare, String(employees)], { stdio: ['ignore', 'pipe', 'inherit'] }); // prettier-ignore
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${String(port).trim()}/`,
    pid: child.pid!,
    headers: {},
    started: performance.now() - begin,
    stop: () => stop(child),
  };
}

async function untilAnswers(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + START_MS;
  while (performance.now() < until && child.exitCode === null) {
    const isReady = await fetch(url).then(({ status }) => status === 200, () => false); // prettier-ignore
    if (isReady) return;
    await sleep(10);
  }
  throw new Error('the service did not start: is it built (npm run build)?');
}

async function untilServe(origin: string, workers: number): Promise<void> {
  const figures = async (): Promise<string> => (await fetch(`${origin}/metrics`)).text();
  while (!(await figures()).includes(`\nontology_workers ${workers}\n`)) await sleep(50);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
