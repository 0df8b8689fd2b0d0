import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from './service-process';

const LONGEST_MS = 5000;

/** Instances of the service over one system database, each in a separate process. */
export interface Instances {
  readonly folder: string;
  readonly services: readonly ServiceProcess[];
  /** A client of the first administrator on each instance. */
  readonly admins: readonly Client[];
  readonly stop: () => Promise<void>;
}

export async function startInstances(
  count: number,
  settings: Readonly<Record<string, string>>,
  folder = makeServiceFolder(),
): Promise<Instances> {
  const services = await Promise.all(Array.from({ length: count }, () => startServiceProcess(folder, settings)));
  const [first] = services;
  const token = (await first?.issueToken()) ?? '';
  const admins = services.map(({ api }) => new Client(api, token));
  return { folder, services, admins, stop: () => sweepUp(folder, ...services) };
}

/**
 * Repeats a check until it succeeds, and returns the milliseconds from the first check to the start of the last one that failed;
 * throws after five seconds.
 */
export async function untilSeen(isSeen: () => Promise<boolean>): Promise<number> {
  const begin = performance.now();
  let unseen = 0;
  for (;;) {
    const asked = performance.now() - begin;
    if (await isSeen()) return unseen;
    if (asked > LONGEST_MS) throw new Error(`not seen within ${LONGEST_MS} ms`);
    unseen = asked;
    await sleep(10);
  }
}

/** Returns the status of the cache in `/health/ready`; `none` without a cache, 'unready' when the instance is not ready. */
export async function cacheHealth({ url }: ServiceProcess): Promise<string> {
  const response = await fetch(`${url}/health/ready`);
  const body = (await response.json()) as { readonly data: { readonly cache?: { readonly status: string } } };
  return response.ok ? (body.data.cache?.status ?? 'none') : 'unready';
}

/** Returns a metric of `/metrics`. */
export async function figureOf({ url }: ServiceProcess, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}
