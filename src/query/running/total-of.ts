import type { Cell } from '../../model';
import type { QueryRunner, Run } from './query-runner.service';

/** What an answer tells of how many rows there are on all pages. */
export interface Total {
  readonly total: Cell;
  /** Absent where they were counted. */
  readonly total_is_estimate?: true;
}

/** Fewer rows than these are counted, which takes no time. */
const FEWEST_ESTIMATED = 10_000;

/** Counts rows by a statement that does, or estimates them where that will do and the data source knows enough. */
export async function totalOf(runner: QueryRunner, run: Run): Promise<Total> {
  const { counted } = run.prepared;
  const estimate = counted && (await runner.estimateRows(run, counted));
  if (estimate !== undefined && estimate >= FEWEST_ESTIMATED) return { total: estimate, total_is_estimate: true };
  const rows = await runner.run(run);
  for await (const [row] of rows.batches) return { total: row?.[0] ?? null };
  return { total: null };
}
