import { setTimeout as sleep } from 'node:timers/promises';
import { note } from './promises';

/** A server that a test may kill. */
interface BackEnd {
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** Kills and starts a back-end of a head, and checks that a read of all back-ends is unavailable meanwhile and returns the same rows after it. */
export async function expectRecovery(head: string, backEnd: BackEnd, read: () => Promise<unknown>): Promise<void> {
  const before = await read();
  await backEnd.kill();
  await expect(read()).rejects.toMatchObject({ code: 'source_unavailable' });
  await backEnd.start();
  const begin = performance.now();
  let after: unknown;
  while (after === undefined) after = await read().catch(() => sleep(50));
  expect(after).toEqual(before);
  note({ promise: 'R3', test: `a back-end of a ${head} head killed`, figure: '503, heals within 1 s of its return', seen: `503, ${Math.round(performance.now() - begin)} ms` }); // prettier-ignore
}
