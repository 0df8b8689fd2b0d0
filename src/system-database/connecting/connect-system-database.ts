import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import knex, { type Knex } from 'knex';
import type Libsql from 'libsql';
import { type ConnectionOptions } from 'mysql2';
import { closeToOthers, makeOwnFile, makeOwnFolder } from '../../config';
import { type Host, readHosts, readTls } from '../../engines';

/**
 * Errors contain their statement without its values: errors are logged, and values may be secrets. Warnings of Knex are not printed: they
 * repeat, with a stack, the errors that it throws.
 */
const TELLING = { compileSqlOnError: false, log: { warn: () => undefined } } as const;
const CONNECT_TIMEOUT_MS = 2_000;
const POOL_SIZE = 10;
/** The busy timeout is short, because SQLite waits on the event loop; `runTransaction` waits longer. */
const SQLITE_PRAGMAS = ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'busy_timeout = 100'];

const IN_MEMORY = ':memory:';

const TLS_PARAMETERS: readonly string[] = ['ssl_mode', 'ssl_ca', 'ssl_cert', 'ssl_key'];

/**
 * Returns a Knex for the database that `url` names: `sqlite:<path>` or `mysql://user:password@host:port/name`, with the TLS options as
 * parameters. Several hosts that hold the same data are separated by commas. Loads the driver, and connects on first use.
 */
export function connectSystemDatabase(url: string): Promise<Knex> {
  return url.startsWith('sqlite:') ? connectSqlite(url.slice('sqlite:'.length)) : connectMySql(url);
}

async function connectSqlite(path: string): Promise<Knex> {
  const { LibsqlClient } = await import('./libsql-client.ts');
  if (path !== IN_MEMORY) keepToOwner(path);
  return knex({
    ...TELLING,
    client: LibsqlClient,
    connection: { filename: path },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate: (connection: Libsql.Database, done: (error: unknown, connection: unknown) => void) => {
        for (const pragma of SQLITE_PRAGMAS) connection.pragma(pragma);
        done(null, connection);
      },
    },
  });
}

/**
 * Restricts the database files to the owner. SQLite creates its other files with the mode of the first one; those of a killed process may
 * already exist.
 */
function keepToOwner(path: string): void {
  makeOwnFolder(dirname(path));
  makeOwnFile(path);
  for (const suffix of ['-wal', '-shm']) closeToOthers(path + suffix);
}

async function connectMySql(address: string): Promise<Knex> {
  const { url, hosts } = splitHosts(address);
  const ssl = readTlsParameters(
    url,
    hosts.map(({ host }) => host),
  );
  const shared: ConnectionOptions = {
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    multipleStatements: false,
    flags: ['-LOCAL_FILES'],
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(ssl && { ssl }),
  };
  const { mySqlClientOver } = await import('./mysql-client.ts');
  return knex({
    ...TELLING,
    client: mySqlClientOver(hosts.map((host) => ({ ...host, ...shared }))),
    connection: { database: shared.database ?? '' },
    pool: { min: 0, max: POOL_SIZE },
    acquireConnectionTimeout: CONNECT_TIMEOUT_MS * hosts.length,
  });
}

/** Separates the servers from a URL, which may contain only one host. */
function splitHosts(address: string): { readonly url: URL; readonly hosts: readonly Host[] } {
  const [, user = '', host = '', rest = ''] = /^mysql:\/\/([^/]*@)?([^/@]+)(\/.*)$/.exec(address) ?? [];
  return { url: new URL(`mysql://${user}servers${rest}`), hosts: readHosts(new Map([['host', host]])) };
}

/** Returns the TLS options from the parameters of a URL. The operator sets it, so it may name any file of the machine. */
function readTlsParameters({ searchParams }: URL, hosts: readonly string[]): ReturnType<typeof readTls> {
  const unknown = [...searchParams.keys()].find((name) => !TLS_PARAMETERS.includes(name));
  if (unknown !== undefined) throw new Error(`DATABASE_URL has no parameter "${unknown}"`);
  return readTls(new Map(searchParams), hosts, (path) => readFileSync(path, 'utf8'));
}

/** Returns whether the engine of `database` is MySQL, not SQLite. */
export function isMySql(database: Knex): boolean {
  return (database.client as Knex.Client).driverName === 'mysql2';
}
