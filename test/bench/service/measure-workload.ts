import { compareAnswers, getText } from './compare-answers';
import { drawNumbers } from './draws';
import { type Peer } from './peers';
import { type Server } from './processes';
import { type Bench, type Effort, type Row, runRounds, type Side } from './run-rounds';
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

interface Terms {
  readonly effort: Effort;
  /** The seed of the lists of requests. */
  readonly seed: number;
}

/** Draws the numbers of the requests of a workload, which are the same for every side. */
export function numbersOf({ draw, variety }: Workload, seed: number): readonly number[] {
  return drawNumbers(draw, variety, { length: variety === 1 ? 1 : LIST_LENGTH, seed });
}

/** Runs one workload on all servers in turn, after their answers to the first requests were compared. */
export async function measureWorkload(
  workload: Workload,
  { ours, bare, peers }: Servers,
  terms: Terms,
  bench: Bench,
): Promise<Row> {
  const numbers = numbersOf(workload, terms.seed);
  const service = sideOfOurs(ours, workload, numbers);
  const isConstant = workload.bare === 'constant';
  const bytes = isConstant ? Buffer.byteLength(await getText(ours, service.requests[0]!)) : 0;
  const others = peers.map(({ peer, server }) => sideOfPeer(peer, server, workload, numbers, bytes));
  const sides = [service, sideOfBare(bare, workload, numbers, bytes), ...others.filter((side) => side !== undefined)];
  const row = await measureSides(workload, sides, terms, bench);
  return bytes > 0 ? { ...row, title: `${row.title}: ${bytes} bytes` } : row;
}

/** Runs one workload on two builds of the service in turn, after their answers to the same requests were compared. */
export function measureAgainst(
  workload: Workload,
  { ours, other }: { readonly ours: Server; readonly other: Server },
  terms: Terms,
  bench: Bench,
): Promise<Row> {
  const numbers = numbersOf(workload, terms.seed);
  const sides = [sideOfOurs(ours, workload, numbers), { ...sideOfOurs(other, workload, numbers), name: 'other build' }];
  return measureSides(workload, sides, terms, bench);
}

/** Compares the answers of the sides, unless the bare server has a constant, and runs their lists, which have the same length, in turn. */
async function measureSides(
  { id, title, connections, bare, isOrdered = false, isKept = false }: Workload,
  sides: readonly Side[],
  { effort }: Terms,
  bench: Bench,
): Promise<Row> {
  const length = sides[0]?.requests.length ?? 0;
  const compared = sides.some(({ once }) => once === true) ? fromTheEnd(sides) : sides;
  if (bare !== 'constant') await compareAnswers(compared, { count: Math.min(COMPARED, length), format: 'json', isOrdered }); // prettier-ignore
  const figures = await runRounds(
    sides,
    { effort, connections, ...(isKept && { warmUp: { requests: length } }) },
    bench,
  );
  return { id, title, sides: figures };
}

/** Returns the lists in the opposite order: what is compared is not what is measured first. */
function fromTheEnd<Side extends { readonly requests: readonly unknown[] }>(sides: readonly Side[]): readonly Side[] {
  return sides.map((side) => ({ ...side, requests: side.requests.toReversed() }));
}
