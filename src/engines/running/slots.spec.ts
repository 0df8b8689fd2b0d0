import { Slots } from './slots';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
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
