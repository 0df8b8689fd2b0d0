import { ServiceError } from '../../src/errors';
import { median } from '../support/median';

/** Reads all rows of one statement, each as a string. */
export type Read = () => Promise<readonly string[]>;

/** Milliseconds; undefined when a statement was stopped before its end. */
export type Time = number | undefined;

export interface Comparison {
  readonly rows: number;
  /** The median time of each way, in the order of the ways. */
  readonly times: readonly Time[];
  /** The shortest time of each way, which is least affected by other programs on the machine. */
  readonly least: readonly Time[];
}

/** The default number of rounds. */
export const ROUNDS = 5;
/** Slower statements run fewer times; above the second bound they run only in the warm-up. */
const FEWER_ROUNDS_MS = 400;
const ONE_ROUND_MS = 3_000;

interface CompareOptions {
  readonly ordered: boolean;
  /** The most rounds; with 0 the warm-up counts. */
  readonly rounds: number;
}

/**
 * Runs the ways to read the same rows in turn, and measures the median of some rounds after a warm-up. Throws when a way returns other
 * rows than the first, or in another order if `ordered`.
 */
export async function compare(ways: readonly Read[], { ordered, rounds: most }: CompareOptions): Promise<Comparison> {
  const runs: (Run | undefined)[] = [];
  for (const way of ways) runs.push(await timed(way));
  const [first, ...others] = runs.filter((run) => run !== undefined);
  if (first !== undefined) for (const other of others) checkRows(first.rows, other.rows, ordered);
  const times = runs.map((run): number[] => (run === undefined ? [] : [run.time]));
  const rounds = Math.min(most, roundsFor(Math.max(...times.flat())));
  for (let round = 0; round < rounds; round++) {
    for (const [index, way] of ways.entries()) {
      const run = runs[index] && (await timed(way));
      if (run !== undefined) times[index]?.push(run.time);
    }
  }
  const measured = times.map(withoutWarmUp);
  return {
    rows: first?.rows.length ?? 0,
    times: measured.map(median),
    least: measured.map((some) => (some.length === 0 ? undefined : Math.min(...some))),
  };
}

interface Run {
  readonly time: number;
  readonly rows: readonly string[];
}

async function timed(read: Read): Promise<Run | undefined> {
  const begin = performance.now();
  try {
    const rows = await read();
    return { time: performance.now() - begin, rows };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'source_timed_out') return undefined;
    throw error;
  }
}

function checkRows(expected: readonly string[], rows: readonly string[], ordered: boolean): void {
  const [left, right] = ordered ? [expected, rows] : [expected.toSorted(), rows.toSorted()];
  const place = left.findIndex((row, index) => row !== right[index]);
  if (place < 0 && left.length === right.length) return;
  const differing = `${left[place] ?? 'none'} and ${right[place] ?? 'none'}`;
  throw new Error(`the rows differ: ${left.length} and ${right.length}, such as ${differing}`);
}

function roundsFor(slowest: number): number {
  if (slowest > ONE_ROUND_MS) return 0;
  return slowest > FEWER_ROUNDS_MS ? 3 : Infinity;
}

function withoutWarmUp(times: readonly number[]): readonly number[] {
  return times.length > 1 ? times.slice(1) : times;
}
