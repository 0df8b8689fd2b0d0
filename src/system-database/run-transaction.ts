import { setTimeout as sleep } from 'node:timers/promises';
import { type Knex } from 'knex';
import { isNodeAway, isOutOfCluster, postgreSqlErrors } from '../engines';

const RETRY_DEADLINE_MS = 5_000;
const LONGEST_PAUSE_MS = 200;
const MOST_LOSSES = 4;
const COMMIT_FAILED = 1180;
const DEADLOCK = 1213;
const LOCK_WAIT = 1205;
/** SQLSTATE of PostgreSQL: serialization failure, deadlock, lock not available. */
const POSTGRESQL_CONFLICTS: readonly unknown[] = ['40001', '40P01', '55P03'];

/**
 * Runs `work` in one transaction, and runs it again from its start after a conflict with another writer (deadlock, also with another node
 * of a Galera cluster, lock wait, busy file) or if its server was lost and another may be available. `work` may therefore run several times
 * and must only affect the database. If the server is lost during the commit, `wasWritten` resolves with whether the transaction was
 * committed; without it, the loss is thrown.
 */
export async function runTransaction<T>(
  database: Knex,
  work: (transaction: Knex.Transaction) => Promise<T>,
  wasWritten = cannotKnow,
): Promise<T> {
  const until = Date.now() + RETRY_DEADLINE_MS;
  let inDoubt: Done<T> | undefined;
  let losses = 0;
  for (let pause = 10; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const { done, failure } = await attempt(database, work);
    if (failure === undefined) return done.result;
    const isLost = isServerLost(failure.error);
    if (isLost) inDoubt ??= done;
    if (inDoubt !== undefined && (await wasWritten())) return inDoubt.result;
    losses += lossesOf(failure.error);
    const mayTryAgain = isLost ? losses < MOST_LOSSES : isConflict(failure.error);
    if (!mayTryAgain || Date.now() > until) throw failure.error;
    await sleep(Math.random() * pause);
  }
}

function cannotKnow(): Promise<boolean> {
  return Promise.reject(
    Object.assign(new Error('the connection was lost during COMMIT'), { code: 'PROTOCOL_CONNECTION_LOST' }),
  );
}

interface Done<T> {
  readonly result: T;
}

type Attempt<T> =
  | { readonly done: Done<T>; readonly failure?: undefined }
  /** `done` is set if the work succeeded, but its commit failed. */
  | { readonly done?: Done<T>; readonly failure: { readonly error: unknown } };

async function attempt<T>(database: Knex, work: (transaction: Knex.Transaction) => Promise<T>): Promise<Attempt<T>> {
  let done: Done<T> | undefined;
  try {
    const result = await database.transaction(async (transaction) => {
      const worked = await work(transaction);
      done = { result: worked };
      return worked;
    });
    return { done: { result } };
  } catch (error) {
    return { done, failure: { error } };
  }
}

function isServerLost(error: unknown): boolean {
  return (
    isNodeAway(error) || postgreSqlErrors.isNodeAway(error) || (error as { errno?: number }).errno === COMMIT_FAILED
  );
}

/**
 * Returns 1 if the server was lost. A Galera node that leaves its cluster reports an error on each open connection, which does not count:
 * nothing of the transaction remains.
 */
function lossesOf(error: unknown): number {
  return isServerLost(error) && !isOutOfCluster(error) ? 1 : 0;
}

function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errno, code } = error as { errno?: number; code?: unknown };
  if (errno === DEADLOCK || errno === LOCK_WAIT || POSTGRESQL_CONFLICTS.includes(code)) return true;
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}
