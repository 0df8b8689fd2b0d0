/** Milliseconds of processor time after which no further round begins. */
const ENOUGH_MS = 500;

/**
 * The least milliseconds of processor time of so many rounds, fewer where they take half a second. The time that other programs
 * take counts neither in a round nor in their number, so that a busy machine runs as many rounds as an idle one.
 */
export function fastest(work: () => void, mostRounds = 30): number {
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
