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
