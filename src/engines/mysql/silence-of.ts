import { isNodeAway } from './classify-mysql-error';

/**
 * Returns the error of a ping if the server did not respond at all, not even with an error; undefined if it responded. Errors of servers
 * have numbers above zero.
 */
export async function silenceOf(ping: Promise<unknown>): Promise<Error | undefined> {
  try {
    await ping;
    return undefined;
  } catch (error) {
    const { errno = 0 } = error as { errno?: number };
    return errno <= 0 && isNodeAway(error) ? (error as Error) : undefined;
  }
}
