import { compareAnswers } from './compare-answers';
import { numbersOf } from './measure-workload';
import { type Options } from './options';
import { type Server } from './processes';
import { type Bench, type Row, runRounds } from './run-rounds';
import { sideOfOurs } from './sides';
import { type Workload } from './workload';

/** How many answers of a workload are compared before it is measured. */
const COMPARED = 20;

/** Runs one workload on two builds of the service in turn, after their answers to the last requests of the list were compared. */
export async function measureAgainst(
  workload: Workload,
  { ours, other }: { readonly ours: Server; readonly other: Server },
  { effort, seed }: Pick<Options, 'effort' | 'seed'>,
  bench: Bench,
): Promise<Row> {
  const { id, title, connections } = workload;
  const numbers = numbersOf(workload, seed);
  const sides = [sideOfOurs(ours, workload, numbers), { ...sideOfOurs(other, workload, numbers), name: 'other build' }];
  const last = sides.map((side) => ({ ...side, requests: side.requests.toReversed() }));
  if (workload.bare !== 'constant') await compareAnswers(last, { count: Math.min(COMPARED, numbers.length), format: 'json', isOrdered: workload.isOrdered === true }); // prettier-ignore
  const warmUp = workload.isKept === true ? { requests: numbers.length } : undefined;
  return { id, title, sides: await runRounds(sides, { effort, connections, ...(warmUp && { warmUp }) }, bench) };
}
