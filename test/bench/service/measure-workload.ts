import { compareAnswers, getText } from './compare-answers';
import { drawNumbers } from './draws';
import { type Peer } from './peers';
import { type Server } from './processes';
import { type Bench, type Effort, type Row, runRounds } from './run-rounds';
import { sideOfBare, sideOfOurs, sideOfPeer } from './sides';
import { LIST_LENGTH, type Workload } from './workload';

/** How many answers of a workload are compared before it is measured. */
const COMPARED = 20;

/** The servers under measurement. */
export interface Servers {
  readonly ours: Server;
  readonly bare: Server;
  readonly peers: readonly { readonly peer: Peer; readonly server: Server }[];
}

/** Draws the numbers of the requests of a workload, which are the same for every side. */
export function numbersOf({ draw, variety }: Workload, seed: number): readonly number[] {
  return drawNumbers(draw, variety, { length: variety === 1 ? 1 : LIST_LENGTH, seed });
}

/** Runs one workload on all servers in turn, after their answers to the first requests were compared. */
export async function measureWorkload(
  workload: Workload,
  { ours, bare, peers }: Servers,
  { effort, seed }: { readonly effort: Effort; readonly seed: number },
  bench: Bench,
): Promise<Row> {
  const { id, title, connections } = workload;
  const numbers = numbersOf(workload, seed);
  const service = sideOfOurs(ours, workload, numbers);
  const isConstant = workload.bare === 'constant';
  const bytes = isConstant ? Buffer.byteLength(await getText(ours, service.requests[0]!)) : 0;
  const others = peers.map(({ peer, server }) => sideOfPeer(peer, server, workload, numbers, bytes));
  const sides = [service, sideOfBare(bare, workload, numbers, bytes), ...others.filter((side) => side !== undefined)];
  if (!isConstant) await compareAnswers(service.once === true ? fromTheEnd(sides) : sides, { count: Math.min(COMPARED, numbers.length), format: 'json', isOrdered: workload.isOrdered === true }); // prettier-ignore
  const warmUp = workload.isKept === true ? { requests: numbers.length } : undefined;
  const figures = await runRounds(sides, { effort, connections, ...(warmUp && { warmUp }) }, bench);
  return { id, title: bytes > 0 ? `${title}: ${bytes} bytes` : title, sides: figures };
}

/** Returns the lists in the opposite order: what is compared is not what is measured first. */
function fromTheEnd<Side extends { readonly requests: readonly unknown[] }>(sides: readonly Side[]): readonly Side[] {
  return sides.map((side) => ({ ...side, requests: side.requests.toReversed() }));
}
