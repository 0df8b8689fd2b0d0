import { type Cursor } from './cursor';
import { ShortAnswers, Slots, Statements } from './statements';

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
    return {
      comparable: [],
      isAtEnd: false,
      rowCount: 0,
      advance: () => new Promise(() => undefined),
      take: () => undefined,
      close: () => Promise.resolve(),
    };
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

describe('Slots', () => {
  it('serves waiting callers in the order of their arrival', async () => {
    const slots = new Slots(1);
    const release = await slots.take();
    const order: number[] = [];
    const arrive = async (number: number) => {
      const done = await slots.take();
      order.push(number);
      done();
    };
    const waiting = [arrive(1), arrive(2), arrive(3)];
    release();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  it('rejects a caller after two seconds, which then occupies no slot', async () => {
    const slots = new Slots(1);
    const release = await slots.take();
    const waiting = slots.take();
    const refusal = expect(waiting).rejects.toMatchObject({ code: 'source_busy', details: { retryAfter: 1 } });
    await jest.advanceTimersByTimeAsync(2_000);
    await refusal;
    release();
    await expect(slots.take()).resolves.toBeInstanceOf(Function);
  });

  it('releases a slot once, even if release is called twice', async () => {
    const slots = new Slots(1);
    const release = await slots.take();
    release();
    release();
    await slots.take();
    const second = slots.take().catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await second).toMatchObject({ code: 'source_busy' });
  });

  it('rejects at once when a thousand callers wait', async () => {
    const slots = new Slots(0);
    const waiting = Array.from({ length: 1_000 }, () => slots.take().catch(() => undefined));
    await expect(slots.take()).rejects.toMatchObject({ code: 'source_busy' });
    await jest.advanceTimersByTimeAsync(2_000);
    await Promise.all(waiting);
  });
});

describe('ShortAnswers', () => {
  const note = (answers: ShortAnswers, text: string): boolean[] =>
    Array.from(text, (answer) => {
      const expected = answers.expects('sql');
      answers.note('sql', answer === 's');
      return expected;
    });

  it('expects few rows of a statement that returned few, and of no other', () => {
    const answers = new ShortAnswers();
    expect(note(answers, 'sss')).toEqual([false, true, true]);
    expect(answers.expects('another')).toBe(false);
  });

  it('needs more short results after each wrong prediction', () => {
    const answers = new ShortAnswers();
    expect(note(answers, 'llsl')).toEqual([false, false, false, true]);
    expect(note(answers, 'ssl')).toEqual([false, false, true]);
    expect(note(answers, 'sssss')).toEqual([false, false, false, false, true]);
    for (let time = 0; time < 20; time++) note(answers, `${'s'.repeat(64)}l`);
    expect(note(answers, 's'.repeat(65)).indexOf(true)).toBe(64);
  });
});
