import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { POSTGRESQL_URL } from './services';

/** A database for one suite, whose name contains `test`. */
export interface PostgreSqlDatabase {
  readonly name: string;
  readonly url: string;
  /** The options of a data source of type postgresql. */
  readonly options: ReadonlyMap<string, string>;
  readonly run: (statements: readonly string[]) => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** Creates an empty temporary database; `drop` removes it. */
export async function createPostgreSqlDatabase(purpose: string): Promise<PostgreSqlDatabase> {
  const name = `test_${purpose.toLowerCase().replace(/\W/g, '_')}_${randomBytes(4).toString('hex')}`;
  await runOnPostgreSql('postgres', [`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`]);
  return {
    name,
    url: new URL(`/${name}`, POSTGRESQL_URL).href,
    options: new Map([
      ['host', POSTGRESQL_URL.hostname],
      ['port', POSTGRESQL_URL.port === '' ? '5432' : POSTGRESQL_URL.port],
      ['database', name],
      ['user', decodeURIComponent(POSTGRESQL_URL.username)],
      ['password', decodeURIComponent(POSTGRESQL_URL.password)],
    ]),
    run: (statements) => runOnPostgreSql(name, statements),
    drop: () => runOnPostgreSql('postgres', [`DROP DATABASE ${name} WITH (FORCE)`]),
  };
}

/** Runs the statements as the test user, in an existing database. */
export async function runOnPostgreSql(database: string, statements: readonly string[]): Promise<void> {
  await withPostgreSql(database, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

/** Returns the result of `work` on a connection of the test user. */
export async function withPostgreSql<T>(database: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: new URL(`/${database}`, POSTGRESQL_URL).href, ssl: false });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
