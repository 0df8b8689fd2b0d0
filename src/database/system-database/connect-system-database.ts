import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import knex, { type Knex } from 'knex';
import type Libsql from 'libsql';
import { readTls } from '../mysql/read-tls';
import { LibsqlClient } from './libsql-client';

const PATIENCE_MS = 2_000;
const POOL_SIZE = 10;
/** Short, since SQLite waits on the event loop; `runTransaction` does the patient waiting. */
const SQLITE_PRAGMAS = ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'busy_timeout = 100'];

const TLS_PARAMETERS: readonly string[] = ['ssl_mode', 'ssl_ca', 'ssl_cert', 'ssl_key'];

/**
 * A Knex over the database that `url` names: `sqlite:<path>` or `mysql://user:password@host:port/name`, with the options of
 * TLS as parameters. Connects on first use.
 */
export function connectSystemDatabase(url: string): Knex {
  return url.startsWith('sqlite:') ? connectSqlite(url.slice('sqlite:'.length)) : connectMySql(new URL(url));
}

function connectSqlite(path: string): Knex {
  mkdirSync(dirname(path), { recursive: true });
  return knex({
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

function connectMySql(url: URL): Knex {
  const ssl = readTlsParameters(url);
  return knex({
    client: 'mysql2',
    connection: {
      host: url.hostname,
      port: url.port === '' ? 3306 : Number(url.port),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
      charset: 'utf8mb4',
      timezone: 'Z',
      dateStrings: true,
      supportBigNumbers: true,
      multipleStatements: false,
      flags: ['-LOCAL_FILES'],
      connectTimeout: PATIENCE_MS,
      ...(ssl && { ssl }),
    },
    pool: { min: 0, max: POOL_SIZE },
    acquireConnectionTimeout: PATIENCE_MS,
  });
}

/** The operator's own words, and so any file of the machine. */
function readTlsParameters({ searchParams, hostname }: URL): ReturnType<typeof readTls> {
  const unknown = [...searchParams.keys()].find((name) => !TLS_PARAMETERS.includes(name));
  if (unknown !== undefined) throw new Error(`DATABASE_URL has no parameter "${unknown}"`);
  return readTls(new Map(searchParams), [hostname], (path) => readFileSync(path, 'utf8'));
}

/** Which of the two engines is behind `database`. */
export function isMySql(database: Knex): boolean {
  return (database.client as Knex.Client).driverName === 'mysql2';
}
