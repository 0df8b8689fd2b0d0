/** The interval in milliseconds of the one timer that all waiting calls share. */
const STEP_MS = 100;
/** The number of timer steps after which a server is checked while a response is awaited, and between two checks. */
const STEPS = 5;

interface Waiting {
  steps: number;
  readonly ask: () => void;
}

const waiting = new Set<Waiting>();
let timer: NodeJS.Timeout | undefined;

/**
 * Returns `answer`, however long it takes, while its server is alive. Otherwise rejects with the error that `findSilence` returns. A server
 * that hangs keeps its connections open, so only a request on a new connection, after half a second, distinguishes it from a busy server.
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
