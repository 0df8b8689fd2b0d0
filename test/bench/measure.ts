import { ServiceError } from '../../src/errors';
import { median } from '../support/median';

/** Reads all rows of one statement, each as text. */
export type Read = () => Promise<readonly string[]>;

/** Milliseconds; undefined where a statement was stopped before its end. */
export type Time = number | undefined;

export interface Comparison {
  readonly rows: number;
  /** What each way took, in the order in which they were given: the median of its rounds. */
  readonly times: readonly Time[];
  /** The least of them: what another load on the machine disturbs least. */
  readonly least: readonly Time[];
}

/** How many rounds there are unless told otherwise. */
export const ROUNDS = 5;
/** Slower statements are run fewer times, and no more than the warm-up above the second bound. */
const FEWER_ROUNDS_MS = 400;
const ONE_ROUND_MS = 3_000;

interface CompareOptions {
  readonly ordered: boolean;
  /** No more than these; with none the warm-up counts. */
  readonly rounds: number;
}

/**
 * The ways to read the same rows, in turn: the median of some rounds after a warm-up. Fails where a way gives other rows
 * than the first, in another order where `ordered`.
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
