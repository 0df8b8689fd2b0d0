import { setTimeout as sleep } from 'node:timers/promises';

type Look<T> = () => T | Promise<T>;

/** Looks again and again until there is something, and gives it; an error after a minute. */
export async function waitFor<T>(look: Look<T>): Promise<Exclude<T, undefined | null | false>> {
  const until = Date.now() + 60_000;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen as Exclude<T, undefined | null | false>;
    if (Date.now() > until) throw new Error(`waited a minute for ${String(look)}`);
    await sleep(20);
  }
}
