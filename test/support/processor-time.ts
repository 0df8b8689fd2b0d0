import { trials } from './trials';

/** Milliseconds of processor time after which no further round starts. */
const ENOUGH_MS = 500;

/**
 * Returns the shortest processor time of a number of rounds in milliseconds, of fewer rounds when they take half a second. The time of
 * other programs counts neither in a round nor in their number, so a busy machine runs as many rounds as an idle one.
 */
export function fastest(work: () => void, mostRounds = trials(30, { few: 3 })): number {
  let least = Infinity;
  let spent = 0;
  for (let round = 0; round < mostRounds && spent < ENOUGH_MS; round++) {
    const begin = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begin);
    const time = (user + system) / 1_000;
    spent += time;
    least = Math.min(least, time);
  }
  return least;
}

/** Milliseconds of processor time of `referenceWork` on the machine that the limits of the tests are written for (docs/tools.md). */
const REFERENCE_MS = 25;

/** Builds, prints, parses, sorts and looks up some thousand objects: what a compiler does, without any code of the service. */
function referenceWork(): void {
  const items = Array.from({ length: 6_000 }, (_, index) => ({
    name: `name ${(index * 7_919) % 6_000}`,
    parts: [index, `${index}`],
  }));
  const copies = JSON.parse(JSON.stringify(items)) as typeof items;
  copies.sort((left, right) => (left.name < right.name ? -1 : 1));
  const byName = new Map(
    copies.map((item) => [item.name, { ...item, text: item.name.replace(/\d+/, (digits) => `<${digits}>`) }]),
  );
  for (const { name } of items) if (!byName.get(name)?.text.endsWith('>')) throw new Error(name);
}

let slowness: number | undefined;

/**
 * Returns a limit of processor time in milliseconds for this machine: on one that takes twice as long for fixed work, twice the limit;
 * on a faster one, the limit itself.
 */
export function limitHere(milliseconds: number): number {
  slowness ??= Math.max(1, fastest(referenceWork, 20) / REFERENCE_MS);
  return milliseconds * slowness;
}
