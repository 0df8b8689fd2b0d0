import { setTimeout as sleep } from 'node:timers/promises';
import { type Knex } from 'knex';

const PATIENCE_MS = 5_000;
const LONGEST_PAUSE_MS = 200;
const DEADLOCK = 1213;
const LOCK_WAIT = 1205;

/**
 * Runs `work` in one transaction and again from its start where the database gave way to another writer (deadlock, lock
 * wait, busy file). `work` may therefore run several times and must touch nothing but the database.
 */
export async function runTransaction<T>(
  database: Knex,
  work: (transaction: Knex.Transaction) => Promise<T>,
): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (let pause = 10; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (Date.now() > until || !isWorthAnotherTry(error)) throw error;
      await sleep(Math.random() * pause);
    }
  }
}

function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errno, code } = error as { errno?: number; code?: unknown };
  return errno === DEADLOCK || errno === LOCK_WAIT || (typeof code === 'string' && code.startsWith('SQLITE_BUSY'));
}
