import { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { Exchange } from './exchange';
import { type Channel } from './line';
import { Workers } from './workers';

/** One end of a channel. A message arrives at the other end a moment later, unless `isDeaf` is set there. */
class End extends EventEmitter implements Channel {
  other: End | undefined;
  isDeaf = false;

  constructor(readonly id = 0) {
    super();
  }

  send(
    message: object,
    ...[, , callback]: [sendHandle?: undefined, options?: undefined, callback?: Callback]
  ): boolean {
    const text = JSON.stringify(message);
    setImmediate(() => {
      if (this.other?.isDeaf !== true) this.other?.emit('message', JSON.parse(text));
      callback?.(null);
    });
    return true;
  }
}

type Callback = (error: Error | null) => void;

interface Joined {
  readonly workers: Workers;
  /** The end in the main process, and the end in the worker. */
  readonly ends: readonly [End, End];
}

async function join(exchange: Exchange, id: number): Promise<Joined> {
  const ends = [new End(id), new End()] as const;
  ends[0].other = ends[1];
  ends[1].other = ends[0];
  exchange.add(ends[0] as unknown as Worker);
  const workers = new Workers(ends[1]);
  await workers.join();
  return { workers, ends };
}

it('forwards questions to the other workers, and returns their answers', async () => {
  const exchange = new Exchange();
  const [one, two, three] = await Promise.all([1, 2, 3].map((id) => join(exchange, id)));
  for (const each of [one, two, three]) each?.workers.onQuestion('name', () => Promise.resolve(each.ends[0].id));
  expect(await one?.workers.ask('name')).toEqual([2, 3]);
  expect(await three?.workers.ask('name')).toEqual([1, 2]);
  expect(await one?.workers.ask('something that nobody knows')).toEqual([]);
});

it('is synced when all other workers have handled the notification', async () => {
  const exchange = new Exchange();
  const [one, two] = await Promise.all([join(exchange, 1), join(exchange, 2)]);
  let heard = 0;
  two.workers.onQuestion('news', () => {
    heard++;
  });
  expect(one.workers.unsynced).toBeUndefined();
  one.workers.publish('news');
  one.workers.publish('news');
  await one.workers.unsynced;
  expect([heard, one.workers.unsynced]).toEqual([2, undefined]);
});

it('waits half a second for a worker that hangs, and not at all for one that fails or is gone', async () => {
  const exchange = new Exchange();
  const [one, hanging, failing, gone] = await Promise.all([1, 2, 3, 4].map((id) => join(exchange, id)));
  failing?.workers.onQuestion('name', () => {
    throw new Error('no');
  });
  gone!.ends[1].isDeaf = true;
  const asked = one?.workers.ask('name');
  gone?.ends[0].emit('disconnect');
  expect(await asked).toEqual([]);
  hanging!.ends[1].isDeaf = true;
  const begin = performance.now();
  expect(await one?.workers.ask('name')).toEqual([]);
  expect(performance.now() - begin).toBeGreaterThan(490);
  expect(performance.now() - begin).toBeLessThan(2000);
});

it('counts for all workers, and drops the counts of a worker that is gone', async () => {
  const exchange = new Exchange();
  const [one, two] = await Promise.all([join(exchange, 1), join(exchange, 2)]);
  const claim = { limit: 'requests', key: 'a', most: 2, windowMs: 60_000 };
  await one.workers.take([claim]);
  expect(await two.workers.take([claim])).toMatchObject({ isFull: false, count: 2 });
  expect(await one.workers.take([claim])).toMatchObject({ isFull: true });
  two.workers.release([claim]);
  expect(await one.workers.take([claim])).toMatchObject({ isFull: false, count: 2 });
  expect([await one.workers.enter('a', 1), await two.workers.enter('a', 1)]).toEqual([true, false]);
  one.ends[0].emit('disconnect');
  expect(await two.workers.enter('a', 1)).toBe(true);
  two.workers.leave('a');
  expect(await two.workers.enter('a', 1)).toBe(true);
});

it('counts in the process itself when there are no other workers', async () => {
  const alone = new Workers();
  alone.publish('news');
  expect([alone.areMany, alone.unsynced, await alone.ask('name')]).toEqual([false, undefined, []]);
  expect([await alone.enter('a', 1), await alone.enter('a', 1)]).toEqual([true, false]);
  alone.leave('a');
  expect(await alone.enter('a', 1)).toBe(true);
});
