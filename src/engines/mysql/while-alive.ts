import { isNodeAway } from './classify-mysql-error';

/** One timer serves all who wait: so often it looks after them. */
const STEP_MS = 100;
/** So many steps an answer may take before its server is asked whether it lives, and between one such question and the next. */
const STEPS = 5;

interface Waiting {
  steps: number;
  readonly ask: () => void;
}

const waiting = new Set<Waiting>();
let timer: NodeJS.Timeout | undefined;

/**
 * `answer`, however long it takes, as long as its server lives; rejects with what `findSilence` resolves with where it does not. A
 * server that hangs keeps its connections open, so that only a question on a new one, after half a second, tells it from a busy one.
 */
export function whileAlive<T>(answer: Promise<T>, findSilence: () => Promise<Error | undefined>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const after =
      <Outcome>(settle: (outcome: Outcome) => void) =>
      (outcome: Outcome): void => {
        waiting.delete(one);
        settle(outcome);
      };
    const giveUp = after<unknown>(reject);
    const ask = (): void => {
      void findSilence().then((error) => {
        if (error !== undefined) giveUp(error);
      });
    };
    const one = { steps: 0, ask };
    waiting.add(one);
    timer ??= setInterval(lookAfter, STEP_MS).unref();
    answer.then(after(resolve), giveUp);
  });
}

function lookAfter(): void {
  for (const one of waiting) if (++one.steps % STEPS === 0) one.ask();
  if (waiting.size > 0) return;
  clearInterval(timer);
  timer = undefined;
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
