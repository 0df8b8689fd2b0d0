/** The default limit for short commands, in milliseconds: a server responds to them at once or not at all. */
const ANSWER_MS = 2_000;
const STEP_MS = 100;
/** The limit for a server to accept a new connection and respond on it, in milliseconds. */
export const PING_MS = 1_500;

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
