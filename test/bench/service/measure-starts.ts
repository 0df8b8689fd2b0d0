import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../support/median';
import { spawnOurs } from './our-service';
import { makeFolder } from './sources';
import { cpuOf, residentOf } from './usage';

const IDLE_MS = 2_000;

/**
 * Prints a table of starts of the service with a new system database: the time until it is ready, and resident memory two seconds
 * later.
 */
export async function measureStarts(rounds: number, flags: readonly string[]): Promise<string> {
  const starts: (readonly number[])[] = [];
  for (let round = 0; round < rounds; round++) starts.push(await measureStart(flags));
  const lines = ['ready, ms', 'processor time until then, ms', 'resident when idle, MB'].map((name, place) => {
    const values = starts.map((start) => start[place]!);
    const shown = [median(values)!, Math.min(...values), Math.max(...values)].map((value) => Math.round(value));
    return `| ${[name, ...shown].join(' | ')} |\n`;
  });
  return `| ${rounds} starts | median | least | most |\n| --- | --: | --: | --: |\n${lines.join('')}`;
}

async function measureStart(flags: readonly string[]): Promise<readonly number[]> {
  const folder = makeFolder();
  try {
    const { pid, started, stop } = await spawnOurs(folder.path, {}, flags);
    const cpu = cpuOf(pid);
    await sleep(IDLE_MS);
    const resident = residentOf(pid);
    await stop();
    return [started, cpu ?? NaN, resident ?? NaN];
  } finally {
    folder.drop();
  }
}
