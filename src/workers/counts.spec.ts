import { setTimeout as sleep } from 'node:timers/promises';
import { RunningCounts, WindowCounts } from './counts';

const claim = (key: string, limit = 'one', most = 2, windowMs = 60_000) => ({ limit, key, most, windowMs });

describe('WindowCounts', () => {
  it('counts up to the limit, separately for each key and each limit', () => {
    const counts = new WindowCounts();
    const take = (...claims: Parameters<typeof counts.take>[0]) => counts.take(claims);
    expect(take(claim('a'))).toMatchObject({ isFull: false, count: 1 });
    expect(take(claim('a'))).toMatchObject({ isFull: false, count: 2 });
    expect(take(claim('a'))).toMatchObject({ isFull: true, count: 2 });
    expect(take(claim('b'))).toMatchObject({ isFull: false, count: 1 });
    expect(take(claim('a', 'other'))).toMatchObject({ isFull: false, count: 1 });
  });

  it('counts all claims or none, and reverts counts', () => {
    const counts = new WindowCounts();
    const both = [claim('a', 'wide', 9), claim('b', 'narrow', 1)];
    expect(counts.take(both)).toMatchObject({ isFull: false, count: 1 });
    expect(counts.take(both)).toMatchObject({ isFull: true, count: 1 });
    expect(counts.take([claim('a', 'wide', 9)])).toMatchObject({ count: 2 });
    counts.release(both);
    expect(counts.take(both)).toMatchObject({ isFull: false, count: 2 });
  });

  it('resets the count at the end of the window', async () => {
    const counts = new WindowCounts();
    const short = claim('a', 'short', 1, 100);
    counts.take([short]);
    expect(counts.take([short]).remainingMs).toBeLessThanOrEqual(100);
    await sleep(120);
    expect(counts.take([short])).toMatchObject({ isFull: false, count: 1 });
  });
});

describe('RunningCounts', () => {
  it('counts running work in all processes, and drops the counts of a process that is gone', () => {
    const counts = new RunningCounts();
    expect([counts.enter(1, 'a', 2), counts.enter(2, 'a', 2), counts.enter(1, 'a', 2)]).toEqual([true, true, false]);
    expect(counts.enter(1, 'b', 2)).toBe(true);
    counts.leave(1, 'a');
    expect([counts.enter(2, 'a', 2), counts.enter(2, 'a', 2)]).toEqual([true, false]);
    counts.forget(2);
    counts.leave(2, 'a');
    expect([counts.enter(1, 'a', 2), counts.enter(1, 'a', 2), counts.enter(1, 'a', 2)]).toEqual([true, true, false]);
  });
});
