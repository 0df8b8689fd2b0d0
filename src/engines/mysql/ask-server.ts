import { type Connection, type ConnectionOptions } from 'mysql2';

/** The time for questions that a server answers at once or not at all. */
const ANSWER_MS = 2_000;
const PING_MS = 1_500;
const STEP_MS = 100;

/** Asks a server on a new connection; rejects if it does not answer within 1.5 s. Loads the driver at its first use. */
export async function askServer(
  options: ConnectionOptions,
  question: (connection: Connection) => Promise<unknown>,
): Promise<void> {
  const { createConnection } = await import('mysql2');
  const connection = createConnection(options);
  connection.on('error', ignoreLateError);
  await orDestroy(connection, question(connection), PING_MS);
  connection.destroy();
}

/**
 * The result of `work` on a connection, which is destroyed if the work fails or takes longer than `limitMs`. The time is counted in
 * steps in which this process ran: a process that did not run could not read an answer that had arrived.
 */
export async function orDestroy<T>(connection: { destroy(): void }, work: Promise<T>, limitMs = ANSWER_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    let steps = limitMs / STEP_MS;
    timer = setInterval(() => {
      if (--steps <= 0) reject(Object.assign(new Error('the server does not answer'), { code: 'ETIMEDOUT' }));
    }, STEP_MS);
  });
  try {
    return await Promise.race([work, tooLong]);
  } catch (error) {
    connection.destroy();
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Listens to errors of a connection on which nothing runs: without a listener the process would end. An idle connection leaves its pool by itself. */
export function ignoreLateError(): void {
  return undefined;
}
