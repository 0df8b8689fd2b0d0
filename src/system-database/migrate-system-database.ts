import { setTimeout as sleep } from 'node:timers/promises';
import { type Knex } from 'knex';
import { MIGRATIONS } from './migrations';
import { isMySql } from './connecting/connect-system-database';

const LOCK_NAME = 'ontology_query_service_migration';
const LONGEST_WAIT_SECONDS = 60;
const SETTINGS: Knex.MigratorConfig = {
  tableName: 'schema_migrations',
  migrationSource: {
    getMigrations: () => Promise.resolve([...MIGRATIONS.keys()]),
    getMigrationName: (name: string) => name,
    getMigration: (name: string) => Promise.resolve(getMigration(name)),
  },
};

/** Brings the schema up to date. Any number of instances may start at once, and one that dies on the way leaves no lock behind. */
export async function migrateSystemDatabase(database: Knex): Promise<void> {
  if (isMySql(database)) await migrateUnderServerLock(database);
  else await migrateWhenFree(database);
}

/** MySQL commits after each definition, so that knex's own lock survives a crash; the server's lock does not, and so tells a stale one. */
async function migrateUnderServerLock(database: Knex): Promise<void> {
  const client = database.client as Knex.Client;
  const connection: unknown = await client.acquireConnection();
  try {
    const lock = database.raw('SELECT GET_LOCK(?, ?) AS taken', [LOCK_NAME, LONGEST_WAIT_SECONDS]);
    const [[answer]] = (await lock.connection(connection)) as [[{ taken: number | null }]];
    if (answer.taken !== 1) throw new Error('another instance has been migrating the system database for too long');
    await database.migrate.forceFreeMigrationsLock(SETTINGS);
    await database.migrate.latest(SETTINGS);
    await database.raw('SELECT RELEASE_LOCK(?)', [LOCK_NAME]).connection(connection);
  } finally {
    await client.releaseConnection(connection);
  }
}

/** SQLite keeps knex's lock and all definitions in one transaction, so that whoever comes second need only try again. */
async function migrateWhenFree(database: Knex): Promise<void> {
  const until = Date.now() + LONGEST_WAIT_SECONDS * 1_000;
  for (;;) {
    try {
      await database.migrate.latest(SETTINGS);
      return;
    } catch (error) {
      if (!isTakenByAnother(error) || Date.now() > until) throw error;
      await sleep(50 + Math.random() * 100);
    }
  }
}

function isTakenByAnother(error: unknown): boolean {
  return (
    error instanceof Error &&
    /migration table is already locked|SQLITE_BUSY|is locked|already exists/i.test(error.message)
  );
}

function getMigration(name: string): Knex.Migration {
  const migration = MIGRATIONS.get(name);
  if (migration === undefined) throw new Error(`unknown migration "${name}"`);
  return migration;
}
