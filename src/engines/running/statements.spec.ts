import { type Cursor } from './cursor';
import { Slots } from './slots';
import { Statements } from './statements';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Statements that return no row and, when they are cancelled, run until `letGo` is called. */
function stubborn() {
  const statements = new Statements(new Slots(10));
  const running: (() => void)[] = [];
  const open = (onClosed: () => void): Cursor<string> => {
    running.push(onClosed);
    return { comparable: [], isAtEnd: false, next: () => new Promise(() => undefined), close: () => Promise.resolve() };
  };
  const run = (): Promise<unknown> => statements.run({ timeoutMs: 5_000 }, open).catch((error: unknown) => error);
  return { run, letGo: () => running.shift()?.() };
}

const BUSY = { code: 'source_busy', details: { retryAfter: 1 } };
const TIMED_OUT = { code: 'source_timed_out' };

describe('statements that still run after they were cancelled', () => {
  it('block other statements when there are two, from a second after their timeout until they end', async () => {
    const { run, letGo } = stubborn();
    const given = [run(), run()];
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await Promise.all(given)).toMatchObject([TIMED_OUT, TIMED_OUT]);
    const third = run();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await run()).toMatchObject(BUSY);
    letGo();
    const next = run();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await third).toMatchObject(TIMED_OUT);
    expect(await next).toMatchObject(TIMED_OUT);
  });

  it('are not counted if they end within a second', async () => {
    const { run, letGo } = stubborn();
    const given = [run(), run(), run()];
    await jest.advanceTimersByTimeAsync(5_500);
    await Promise.all(given);
    letGo();
    letGo();
    await jest.advanceTimersByTimeAsync(1_000);
    const next = run();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await next).toMatchObject(TIMED_OUT);
  });
});
