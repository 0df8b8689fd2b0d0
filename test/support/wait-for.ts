import { setTimeout as sleep } from 'node:timers/promises';

type Look<T> = () => T | Promise<T>;

/** Repeats a check until it returns a value, and returns that value; throws after a minute. */
export async function waitFor<T>(look: Look<T>): Promise<Exclude<T, undefined | null | false>> {
  const until = Date.now() + 60_000;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen as Exclude<T, undefined | null | false>;
    if (Date.now() > until) throw new Error(`waited a minute for ${String(look)}`);
    await sleep(20);
  }
}
