import { randomBytes } from 'node:crypto';
import mysql, { type Connection } from 'mysql2/promise';
import { MARIADB_URL } from './services';

/** A database for one suite, whose name contains `test`. */
export interface MariaDbDatabase {
  readonly name: string;
  /** The URL for `DATABASE_URL`. */
  readonly url: string;
  /** The options of a data source of type mysql. */
  readonly options: ReadonlyMap<string, string>;
  readonly run: (statements: readonly string[]) => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** Creates an empty temporary database; `drop` removes it. */
export async function createMariaDbDatabase(purpose: string): Promise<MariaDbDatabase> {
  const name = `test_${purpose}_${randomBytes(4).toString('hex')}`;
  const port = MARIADB_URL.port === '' ? '3306' : MARIADB_URL.port;
  await withConnection(undefined, (connection) => connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`));
  return {
    name,
    url: new URL(`/${name}`, MARIADB_URL).href,
    options: new Map([
      ['host', MARIADB_URL.hostname],
      ['port', port],
      ['database', name],
      ['user', decodeURIComponent(MARIADB_URL.username)],
      ['password', decodeURIComponent(MARIADB_URL.password)],
    ]),
    run: (statements) => runOnMariaDb(name, statements),
    drop: async () => {
      await withConnection(undefined, (connection) => connection.query(`DROP DATABASE ${name}`));
    },
  };
}

/** Runs the statements as the test user, in an existing database. */
export async function runOnMariaDb(database: string | undefined, statements: readonly string[]): Promise<void> {
  await withConnection(database, async (connection) => {
    for (const statement of statements) await connection.query(statement);
  });
}

/** Returns the result of `work` on a connection of the test user. */
export async function withConnection<T>(
  database: string | undefined,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await mysql.createConnection({
    host: MARIADB_URL.hostname,
    port: Number(MARIADB_URL.port || 3306),
    user: decodeURIComponent(MARIADB_URL.username),
    password: decodeURIComponent(MARIADB_URL.password),
    charset: 'utf8mb4',
    database,
  });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
