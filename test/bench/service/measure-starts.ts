import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../support/median';
import { spawnOurs } from './our-service';
import { makeFolder } from './sources';
import { cpuOf, residentOf } from './usage';

const SOON_MS = 2_000;
/** Time for which the service only answers health checks. V8 collects the garbage of the start when nothing else happens for some ten seconds. */
const IDLE_MS = 30_000;
const CHECKED_EVERY_MS = 5_000;

const NAMES = [
  'ready, ms',
  'processor time until then, ms',
  'resident two seconds later, MB',
  'resident after half a minute, MB',
];

/**
 * Prints a table of starts of the service with a new system database: the time until it is ready, and resident memory two seconds
 * later and after half a minute with nothing but health checks.
 */
export async function measureStarts(rounds: number, flags: readonly string[]): Promise<string> {
  const starts: (readonly number[])[] = [];
  for (let round = 0; round < rounds; round++) starts.push(await measureStart(flags));
  const lines = NAMES.map((name, place) => {
    const values = starts.map((start) => start[place]!);
    const shown = [median(values)!, Math.min(...values), Math.max(...values)].map((value) => Math.round(value));
    return `| ${[name, ...shown].join(' | ')} |\n`;
  });
  return `| ${rounds} starts | median | least | most |\n| --- | --: | --: | --: |\n${lines.join('')}`;
}

async function measureStart(flags: readonly string[]): Promise<readonly number[]> {
  const folder = makeFolder();
  try {
    const { url, pid, started, stop } = await spawnOurs(folder.path, {}, flags);
    const cpu = cpuOf(pid);
    await sleep(SOON_MS);
    const soon = residentOf(pid);
    for (let passed = SOON_MS; passed < IDLE_MS; passed += CHECKED_EVERY_MS) {
      await fetch(`${url}/health/ready`);
      await sleep(CHECKED_EVERY_MS);
    }
    const idle = residentOf(pid);
    await stop();
    return [started, cpu ?? NaN, soon ?? NaN, idle ?? NaN];
  } finally {
    folder.drop();
  }
}
