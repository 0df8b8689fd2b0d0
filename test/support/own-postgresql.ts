import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type Certificates } from './certificates';
import { freePort } from './free-port';

const DEBIAN = '/usr/lib/postgresql';
const FREEZING_STEP_MS = 50;

/** A PostgreSQL for one test, which may kill it: on a free port of 127.0.0.1, with a separate data folder. */
export interface OwnPostgreSql {
  readonly port: number;
  /** Returns the id of its first process, whose children serve the connections. */
  readonly pid: () => number | undefined;
  /** The folder of its data, for files that the server reads. */
  readonly data: string;
  /** The folder of its socket. */
  readonly socket: string;
  /** Runs statements as the superuser `postgres`, which needs no password. */
  readonly run: (statements: readonly string[], database?: string) => Promise<void>;
  /** Returns the rows of a statement, as the superuser. */
  readonly read: (
    statement: string,
    database?: string,
    values?: readonly unknown[],
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Kills all its processes as `kill -9` does, and resolves when they have ended. */
  readonly kill: () => Promise<void>;
  /** Stops all its processes as SIGSTOP does, also those of new connections, until `resume`. */
  readonly freeze: () => void;
  readonly resume: () => void;
  /** Starts it again on the same data, and resolves when it accepts connections. */
  readonly start: () => Promise<void>;
  /** Stops it and removes its data. */
  readonly drop: () => Promise<void>;
}

/** Returns the folder of the programs of the newest PostgreSQL server on this machine; undefined if there is none. */
export function findPostgreSql(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
}

/** What a server has besides the defaults. */
interface OwnOptions {
  readonly certificates?: Certificates;
  /** Settings as in `postgresql.conf`, each `name=value`. */
  readonly settings?: readonly string[];
}

/**
 * Creates and starts a server, with TLS if it has certificates, and the role `reader` with the password `secret`, which may read. The role
 * `known` may too, if it sends a certificate.
 */
export async function startOwnPostgreSql({ certificates, settings = [] }: OwnOptions = {}): Promise<OwnPostgreSql> {
  const place = makePlace();
  await runProgram('initdb', ['-D', place.data, '-U', 'postgres', '--auth=trust', '--auth-host=scram-sha-256', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'], place); // prettier-ignore
  const tls = certificates === undefined ? [] : installCertificates(place.data, certificates, place.user);
  const server = await launch(place, [...tls, ...settings]);
  for (const role of ['reader', 'known'])
    await server.run([`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`, `GRANT pg_read_all_data TO ${role}`]);
  return server;
}

/** Copies a running server and starts the copy as its standby, which follows its changes over a connection. */
export async function startStandbyOf(
  { port, socket }: OwnPostgreSql,
  settings: readonly string[] = [],
): Promise<OwnPostgreSql> {
  const place = makePlace();
  await runProgram('pg_basebackup', ['-D', place.data, '-h', socket, '-p', String(port), '-U', 'postgres', '-R', '--checkpoint=fast', '--no-sync'], place); // prettier-ignore
  return launch(place, settings);
}

/** Where a server lies: a folder for its socket, and its data below it. */
interface Place {
  readonly folder: string;
  readonly data: string;
  readonly user: User | undefined;
}

function makePlace(): Place {
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'test-postgresql-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  return { folder, data: join(folder, 'data'), user };
}

async function runProgram(name: string, values: readonly string[], { folder, user }: Place): Promise<void> {
  await promisify(execFile)(join(findPostgreSql() ?? '', name), values, { ...user, cwd: folder });
}

async function launch({ folder, data, user }: Place, settings: readonly string[]): Promise<OwnPostgreSql> {
  const port = await freePort();
  const own = ['-D', data, '-p', String(port), '-k', folder, ...['listen_addresses=127.0.0.1', 'shared_buffers=16MB', ...settings].flatMap((setting) => ['-c', setting])]; // prettier-ignore
  const begin = (): ChildProcess =>
    spawn(join(findPostgreSql() ?? '', 'postgres'), own, { ...user, cwd: folder, stdio: 'ignore' });
  let server = begin();
  let freezing: NodeJS.Timeout | undefined;
  const isOver = (): boolean => server.exitCode !== null || server.signalCode !== null;
  const read: OwnPostgreSql['read'] = (statement, database = 'postgres', values = []) =>
    runAsOwner({ folder, port, database }, [statement], values);
  const run: OwnPostgreSql['run'] = async (statements, database = 'postgres') => {
    await runAsOwner({ folder, port, database }, statements);
  };
  const resume = (): void => {
    clearInterval(freezing);
    signal(server, 'SIGCONT');
  };
  const kill = async (): Promise<void> => {
    clearInterval(freezing);
    if (isOver()) return;
    signal(server, 'SIGKILL');
    if (!isOver()) await once(server, 'exit');
  };
  const start = async (): Promise<void> => {
    if (isOver()) server = begin();
    await untilReady(run);
  };
  const freeze = (): void => {
    signal(server, 'SIGSTOP');
    freezing = setInterval(() => {
      signal(server, 'SIGSTOP');
    }, FREEZING_STEP_MS);
  };
  const drop = async (): Promise<void> => {
    await kill();
    rmSync(folder, { recursive: true });
  };
  await start();
  return { port, pid: () => server.pid, data, socket: folder, run, read, kill, freeze, resume, start, drop };
}

/** Returns the options of a data source of type postgresql for `reader`. */
export function pgReaderOptions(
  host: string,
  more: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  return new Map(Object.entries({ host, database: 'shop_test', user: 'reader', password: 'secret', ...more }));
}

/** Copies the certificates to the data of a server, and returns the settings that use them. */
function installCertificates(data: string, { ca, server }: Certificates, user: User | undefined): readonly string[] {
  const files = { ssl_ca_file: ca, ssl_cert_file: server.cert, ssl_key_file: server.key };
  for (const [name, from] of Object.entries(files)) {
    const to = join(data, name);
    copyFileSync(from, to);
    chmodSync(to, 0o600);
    if (user !== undefined) chownSync(to, user.uid, user.gid);
  }
  const rules = join(data, 'pg_hba.conf');
  writeFileSync(rules, `hostssl all known all scram-sha-256 clientcert=verify-ca\n${readFileSync(rules, 'utf8')}`);
  return ['ssl=on', ...Object.keys(files).map((name) => `${name}=${name}`)];
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the user `postgres` of its package if this process runs as root, as which the server does not run. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string): number => Number(spawnSync('id', [option, 'postgres']).stdout.toString());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Sends a signal to a server and to its processes for connections, which are its children. */
function signal(server: ChildProcess, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  const children = spawnSync('pgrep', ['-P', String(server.pid)])
    .stdout.toString()
    .split('\n')
    .filter(Boolean);
  server.kill(name);
  for (const child of children) {
    try {
      process.kill(Number(child), name);
    } catch {
      // it has ended
    }
  }
}

async function untilReady(run: OwnPostgreSql['run']): Promise<void> {
  const until = Date.now() + 20_000;
  for (;;) {
    try {
      await run(['SELECT 1']);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(50);
    }
  }
}

/** Runs statements, each with these values, and returns the rows of the last. */
async function runAsOwner(
  { folder, port, database }: { readonly folder: string; readonly port: number; readonly database: string },
  statements: readonly string[],
  values: readonly unknown[] = [],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ host: folder, port, database, user: 'postgres', password: '', ssl: false });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: readonly Readonly<Record<string, unknown>>[] = [];
    for (const statement of statements)
      ({ rows } = await client.query<Record<string, unknown>>(statement, [...values]));
    return rows;
  } finally {
    await client.end();
  }
}
