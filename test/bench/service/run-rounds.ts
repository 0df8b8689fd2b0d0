import { countDifferent } from './draws';
import { rotate, type Round } from './figures';
import { type Load, type LoadList, type LoadRequest, type LoadTerms } from './load';
import { type Server } from './processes';
import { type Source } from './sources';
import { cpuOf, forgetPeak, peakOf } from './usage';

/** How long and how often a workload runs on each side. */
export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
  /** Seconds before the rounds. */
  readonly warmUp: number;
}

/** A server with its list of requests. */
export interface Side {
  readonly name: string;
  readonly server: Server;
  readonly requests: readonly LoadRequest[];
  /** Whether no request may be sent twice. */
  readonly once?: boolean;
}

/** What all rounds measured of one side. */
export interface SideFigures {
  readonly name: string;
  readonly rounds: readonly Round[];
  /** Different requests that were sent, in the warm-up and in the rounds. */
  readonly different: number | undefined;
}

/** One workload: the figures of each side, to which the second is the base. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly sides: readonly SideFigures[];
}

/** The processes that take part in every round. */
export interface Bench {
  readonly load: Load;
  readonly source: Source;
}

/** Above this share of a core, the load and not the server may have been the limit. */
const BUSY = 0.9;

interface RunSide {
  readonly side: Side;
  readonly list: LoadList;
  readonly rounds: Round[];
  sent: number;
}

/**
 * Runs the lists of all sides in turn; each round begins with another side, and continues the lists where the last one ended. `warmUp`
 * overrides the warm-up of the effort.
 */
export async function runRounds(
  sides: readonly Side[],
  { effort, connections, warmUp = { seconds: effort.warmUp } }: { readonly effort: Effort; readonly connections: number; readonly warmUp?: Omit<LoadTerms, 'connections'> }, // prettier-ignore
  bench: Bench,
): Promise<readonly SideFigures[]> {
  const running: RunSide[] = [];
  for (const side of sides) running.push({ side, list: await openList(side, bench.load), rounds: [], sent: 0 });
  try {
    for (const { list } of running) await list.run({ connections, ...warmUp });
    for (let round = 0; round < effort.rounds; round++) {
      for (const each of rotate(running, round)) {
        const { sent, ...figures } = await measureRound(each.side.server, each.list, { connections, seconds: effort.seconds }, bench.source); // prettier-ignore
        each.rounds.push(figures);
        each.sent = sent;
      }
    }
  } finally {
    for (const { list } of running) await list.close();
  }
  return running.map(({ side: { name, requests }, rounds, sent }) => ({
    name,
    rounds,
    different: countDifferent(requests.slice(0, sent).map(({ path, body = '' }) => `${path} ${body}`)),
  }));
}

export function openList({ server, requests, once = false }: Side, load: Load): Promise<LoadList> {
  return load.open({ url: server.url, headers: server.headers, requests, once });
}

/** Measures one run: its speed, and what the server and its data source use in this time. */
export async function measureRound(
  server: Server,
  list: LoadList,
  terms: LoadTerms,
  source: Source,
): Promise<Round & { readonly sent: number }> {
  forgetPeak(server.pid);
  const pids = [server.pid, source.pid];
  const before = pids.map((pid) => pid && cpuOf(pid));
  const { perSecond, p50, p99, firstByte, requests, sent, ownShare } = await list.run(terms);
  const [cpu, sourceCpu] = pids.map((pid, place) => {
    const [then, now] = [before[place], pid && cpuOf(pid)];
    return then === undefined || now === undefined ? undefined : (now - then) / requests;
  });
  if (ownShare > BUSY) process.stderr.write(`  the load used ${Math.round(ownShare * 100)} % of a core: compare processor time, not requests per second\n`); // prettier-ignore
  return { perSecond, p50, p99, firstByte, requests, cpu, sourceCpu, peak: peakOf(server.pid), sent };
}
