import { randomBytes } from 'node:crypto';
import mysql, { type Connection } from 'mysql2/promise';
import { MARIADB_URL } from './services';

/** A database of one suite's own, whose name contains `test`. */
export interface MariaDbDatabase {
  readonly name: string;
  /** As `DATABASE_URL` takes it. */
  readonly url: string;
  /** As the options of a data source of type mysql. */
  readonly options: ReadonlyMap<string, string>;
  readonly run: (statements: readonly string[]) => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** Makes an empty throw-away database; `drop` takes it away again. */
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

/** Runs the statements as the user of the tests, in a database that is there. */
export async function runOnMariaDb(database: string | undefined, statements: readonly string[]): Promise<void> {
  await withConnection(database, async (connection) => {
    for (const statement of statements) await connection.query(statement);
  });
}

/** What `work` gives on a connection of the user of the tests. */
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
