import { Slots } from './slots';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('Slots', () => {
  it('serves who waits in order of arrival', async () => {
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

  it('refuses after two seconds, and the refused one takes no slot later', async () => {
    const slots = new Slots(1);
    const release = await slots.take();
    const waiting = slots.take();
    const refusal = expect(waiting).rejects.toMatchObject({ code: 'source_busy', details: { retryAfter: 1 } });
    await jest.advanceTimersByTimeAsync(2_000);
    await refusal;
    release();
    await expect(slots.take()).resolves.toBeInstanceOf(Function);
  });

  it('gives a slot back once, however often it is told', async () => {
    const slots = new Slots(1);
    const release = await slots.take();
    release();
    release();
    await slots.take();
    const second = slots.take().catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await second).toMatchObject({ code: 'source_busy' });
  });

  it('refuses at once when a thousand wait', async () => {
    const slots = new Slots(0);
    const waiting = Array.from({ length: 1_000 }, () => slots.take().catch(() => undefined));
    await expect(slots.take()).rejects.toMatchObject({ code: 'source_busy' });
    await jest.advanceTimersByTimeAsync(2_000);
    await Promise.all(waiting);
  });
});
