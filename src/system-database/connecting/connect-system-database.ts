import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import knex, { type Knex } from 'knex';
import type Libsql from 'libsql';
import { type ConnectionOptions } from 'mysql2';
import { type ClientConfig } from 'pg';
import { closeToOthers, makeOwnFile, makeOwnFolder } from '../../config';
import { type Host, postgreSqlTls, readHosts, readTls, type ServerType } from '../../engines';

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
 * Returns a Knex for the database that `url` names: `sqlite:<path>`, or `mysql://user:password@host:port/name` or the same with
 * `postgres://`, with the TLS options as parameters. Several hosts that hold the same data are separated by commas. Loads the driver, and
 * connects on first use.
 */
export function connectSystemDatabase(url: string): Promise<Knex> {
  if (url.startsWith('sqlite:')) return connectSqlite(url.slice('sqlite:'.length));
  return url.startsWith('mysql:') ? connectMySql(url) : connectPostgreSql(url);
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
  const { hosts, ssl, ...login } = readAddress(address, 'mysql');
  const shared: ConnectionOptions = {
    ...login,
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
    client: mySqlClientOver(eachOf(hosts, shared)),
    connection: { database: login.database },
    pool: { min: 0, max: POOL_SIZE },
    acquireConnectionTimeout: CONNECT_TIMEOUT_MS * hosts.length,
  });
}

async function connectPostgreSql(address: string): Promise<Knex> {
  const { hosts, ssl, ...login } = readAddress(address, 'postgresql');
  const shared: ClientConfig = {
    ...login,
    ssl: ssl === undefined ? false : postgreSqlTls(ssl),
    application_name: 'ontology-query-service',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
  const { postgreSqlClientOver } = await import('./postgresql-client.ts');
  return knex({
    ...TELLING,
    client: postgreSqlClientOver(eachOf(hosts, shared)),
    connection: { database: login.database },
    pool: { min: 0, max: POOL_SIZE },
    acquireConnectionTimeout: CONNECT_TIMEOUT_MS * hosts.length,
  });
}

function eachOf<Options>(hosts: readonly Host[], shared: Options): readonly [Options & Host, ...(Options & Host)[]] {
  return hosts.map((host) => ({ ...shared, ...host })) as [Options & Host, ...(Options & Host)[]];
}

/** What the URL of a server names. */
interface Address {
  readonly hosts: readonly Host[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl: ReturnType<typeof readTls>;
}

/** Reads a URL that may contain several hosts. */
function readAddress(address: string, type: ServerType): Address {
  const [, user = '', host = '', rest = ''] = /^[a-z]+:\/\/([^/]*@)?([^/@]+)(\/.*)$/.exec(address) ?? [];
  const url = new URL(`server://${user}servers${rest}`);
  const hosts = readHosts(new Map([['host', host]]), type);
  const ssl = readTlsParameters(
    url,
    hosts.map(({ host: name }) => name),
  );
  return {
    hosts,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ssl,
  };
}

/** Returns the TLS options from the parameters of a URL. The operator sets it, so it may name any file of the machine. */
function readTlsParameters({ searchParams }: URL, hosts: readonly string[]): ReturnType<typeof readTls> {
  const unknown = [...searchParams.keys()].find((name) => !TLS_PARAMETERS.includes(name));
  if (unknown !== undefined) throw new Error(`DATABASE_URL has no parameter "${unknown}"`);
  return readTls(new Map(searchParams), hosts, (path) => readFileSync(path, 'utf8'));
}

/** Returns whether the engine of `database` is MySQL, not SQLite or PostgreSQL. */
export function isMySql(database: Knex): boolean {
  return (database.client as Knex.Client).driverName === 'mysql2';
}

/** Returns whether the engine of `database` is PostgreSQL. */
export function isPostgreSql(database: Knex): boolean {
  return (database.client as Knex.Client).driverName === 'pg';
}
