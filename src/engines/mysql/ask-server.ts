import { type Connection, type ConnectionOptions } from 'mysql2';

/** The default limit for short commands, in milliseconds: a server responds to them at once or not at all. */
const ANSWER_MS = 2_000;
const PING_MS = 1_500;
const STEP_MS = 100;

/**
 * Runs `question` on a new connection to a server, and closes the connection. Rejects after 1.5 s without a response. Loads the driver on
 * first use.
 */
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
 * Returns the result of `work` on a connection. Destroys the connection if the work fails or takes longer than `limitMs`. The time is
 * counted in timer steps, so that time in which this process did not run does not count: it could not have read a response.
 */
export async function orDestroy<T>(connection: { destroy(): void }, work: Promise<T>, limitMs = ANSWER_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    let steps = limitMs / STEP_MS;
    timer = setInterval(() => {
      if (--steps <= 0) reject(Object.assign(new Error('the server does not respond'), { code: 'ETIMEDOUT' }));
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

/** Handles errors of an idle connection: without a listener, the error would end the process. The pool removes the connection by itself. */
export function ignoreLateError(): void {
  return undefined;
}
