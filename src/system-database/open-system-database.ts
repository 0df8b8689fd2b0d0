import { join } from 'node:path';
import { type Knex } from 'knex';
import { type Environment } from '../config';
import { connectSystemDatabase } from './connecting/connect-system-database';
import { migrateSystemDatabase } from './migrate-system-database';

/**
 * Opens the system database of `DATABASE_URL`, or the SQLite file of `DATA_DIR` if there is none, and migrates it. Throws an error that
 * says so if it is not available. The caller destroys it.
 */
export async function openSystemDatabase(environment: Pick<Environment, 'databaseUrl' | 'dataDir'>): Promise<Knex> {
  const database = await connectSystemDatabase(
    environment.databaseUrl || `sqlite:${join(environment.dataDir, 'system.db')}`,
  );
  try {
    await migrateSystemDatabase(database);
    return database;
  } catch (error) {
    await database.destroy();
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`cannot open the system database: ${message || String(code)}`, { cause: error });
  }
}
