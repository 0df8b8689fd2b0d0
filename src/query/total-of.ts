import type { Filter } from '../compiler/filter';
import type { Cell } from '../model';
import type { Planner } from './planner.service';
import type { Asked, Prepared } from './prepared';
import type { QueryRunner } from './query-runner.service';

/** A statement that counts, as it was asked for and as it can be run. */
export interface Counting {
  readonly asked: Asked;
  readonly prepared: Prepared;
  readonly signal: AbortSignal;
}

/** What an answer tells of how many rows there are on all pages. */
export interface Total {
  readonly total: Cell;
  /** Absent where they were counted. */
  readonly total_is_estimate?: true;
}

interface Services {
  readonly planner: Planner;
  readonly runner: QueryRunner;
}

/** Fewer rows than these are counted, which takes no time. */
const FEWEST_ESTIMATED = 10_000;

/** Counts the rows, or estimates them where that will do and the data source knows enough. */
export async function totalOf(
  services: Services,
  counting: Counting,
  how: NonNullable<Filter['count']>,
): Promise<Total> {
  const estimate = how === 'estimate' ? await estimateRows(services, counting) : undefined;
  if (estimate !== undefined && estimate >= FEWEST_ESTIMATED) return { total: estimate, total_is_estimate: true };
  return { total: await countRows(services.runner, counting) };
}

/** By the statistics of tables that are counted whole: what a data source guesses of conditions and joins may be wrong by any factor. */
async function estimateRows({ planner, runner }: Services, { asked, signal }: Counting): Promise<number | undefined> {
  const counted = await planner.countedTables(asked);
  const { caller, ontology } = asked;
  return counted && (await runner.estimateRows({ caller, ontology, signal }, counted));
}

async function countRows(
  runner: QueryRunner,
  { asked: { caller, ontology }, prepared, signal }: Counting,
): Promise<Cell> {
  const rows = await runner.run({ caller, ontology, prepared, signal });
  for await (const [row] of rows.batches) return row?.[0] ?? null;
  return null;
}
