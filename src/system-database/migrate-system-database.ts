import { setTimeout as sleep } from 'node:timers/promises';
import { type Knex } from 'knex';
import { MIGRATIONS } from './migrations';
import { isMySql, isPostgreSql } from './connecting/connect-system-database';

const LOCK_NAME = 'ontology_query_service_migration';
const LONGEST_WAIT_SECONDS = 60;
const TABLE = 'schema_migrations';
const SETTINGS: Knex.MigratorConfig = {
  tableName: TABLE,
  migrationSource: {
    getMigrations: () => Promise.resolve([...MIGRATIONS.keys()]),
    getMigrationName: (name: string) => name,
    getMigration: (name: string) => Promise.resolve(getMigration(name)),
  },
};

/**
 * Migrates the schema to the current version. Any number of instances may start at once; if one dies during the migration, no lock remains.
 */
export async function migrateSystemDatabase(database: Knex): Promise<void> {
  if (isMySql(database)) await migrateUnderServerLock(database);
  else if (isPostgreSql(database)) await migrateUnderTransactionLock(database);
  else await migrateWhenFree(database);
}

/** Rejects a system database with migrations of a later release, which this one would read wrongly. */
async function refuseNewerSchema(database: Knex): Promise<void> {
  if (!(await database.schema.hasTable(TABLE))) return;
  const rows = await database<{ readonly name: string }>(TABLE).select('name').orderBy('id');
  const unknown = rows.map(({ name }) => name).filter((name) => !MIGRATIONS.has(name));
  if (unknown.length === 0) return;
  throw new Error(
    `the system database has the schema of a later release, with ${unknown.join(', ')}: start that release, or restore a backup from before the upgrade (docs/operations/upgrade.md)`,
  );
}

/**
 * Migrates while holding a lock of the server. MySQL commits after each definition, so that knex's own lock survives a crash; the lock of
 * the server does not, which shows that knex's lock is stale.
 */
async function migrateUnderServerLock(database: Knex): Promise<void> {
  const client = database.client as Knex.Client;
  const connection: unknown = await client.acquireConnection();
  try {
    const lock = database.raw('SELECT GET_LOCK(?, ?) AS taken', [LOCK_NAME, LONGEST_WAIT_SECONDS]);
    const [[answer]] = (await lock.connection(connection)) as [[{ taken: number | null }]];
    if (answer.taken !== 1) throw new Error('timed out while another instance migrated the system database');
    await refuseNewerSchema(database);
    await database.migrate.forceFreeMigrationsLock(SETTINGS);
    await database.migrate.latest(SETTINGS);
    await database.raw('SELECT RELEASE_LOCK(?)', [LOCK_NAME]).connection(connection);
  } finally {
    await client.releaseConnection(connection);
  }
}

/**
 * Migrates while a transaction of its own holds a lock of the server, which a crash ends, so that knex's own lock is stale. The lock belongs
 * to a transaction, not to a session, because a pooler may share sessions.
 */
async function migrateUnderTransactionLock(database: Knex): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.raw(`SET LOCAL lock_timeout = '${LONGEST_WAIT_SECONDS}s'`);
    await transaction.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [LOCK_NAME]);
    await refuseNewerSchema(database);
    await database.migrate.forceFreeMigrationsLock(SETTINGS);
    await database.migrate.latest(SETTINGS);
  });
}

/**
 * Migrates, and retries while another instance does. SQLite keeps knex's lock and all definitions in one transaction, so that the second
 * instance only has to try again.
 */
async function migrateWhenFree(database: Knex): Promise<void> {
  const until = Date.now() + LONGEST_WAIT_SECONDS * 1_000;
  for (;;) {
    try {
      await refuseNewerSchema(database);
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
