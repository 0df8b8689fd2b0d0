import { isNodeAway } from './classify-mysql-error';

/** So long an answer may take before its server is asked whether it lives, and between one such question and the next. */
const ASK_EVERY_MS = 500;

/**
 * `answer`, however long it takes, as long as its server lives; rejects with what `findSilence` resolves with where it does not. A
 * server that hangs keeps its connections open, so that only a question on a new one tells it from a busy one.
 */
export async function whileAlive<T>(answer: Promise<T>, findSilence: () => Promise<Error | undefined>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      timer = setInterval(() => {
        void findSilence().then((error) => {
          if (error !== undefined) reject(error);
        });
      }, ASK_EVERY_MS);
      answer.then(resolve, reject);
    });
  } finally {
    clearInterval(timer);
  }
}

/** What a ping of a server failed with where nothing came from it, not even a refusal: those of servers have numbers above zero. */
export async function silenceOf(ping: Promise<unknown>): Promise<Error | undefined> {
  try {
    await ping;
    return undefined;
  } catch (error) {
    const { errno = 0 } = error as { errno?: number };
    return errno <= 0 && isNodeAway(error) ? (error as Error) : undefined;
  }
}
