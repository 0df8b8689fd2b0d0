import type autocannon from 'autocannon';
import { median, quantile } from '../../support/median';
import { download, load, type LoadFigures, type Target } from './load';
import { type Server, type Source } from './servers';
import { cpuOf, forgetPeak, peakOf } from './usage';
import { type Asked, type Workload } from './workloads';

/** How long and how often a workload runs on each side. */
export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
  /** Seconds before the rounds. */
  readonly warmUp: number;
}

/** The medians over the rounds of one side: times in milliseconds (processor time per request), memory in MB. */
export interface Side {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpu: number | undefined;
  readonly sourceCpu: number | undefined;
  readonly peak: number | undefined;
  /** Set for a download only. */
  readonly firstByte?: number;
}

export interface Comparison {
  readonly id: string;
  readonly title: string;
  readonly ours: Side;
  readonly bare: Side;
}

interface Contestant {
  readonly server: Server;
  readonly target: Target;
}

/** The number of different requests, which are sent in turn. */
const VARIETY = 500;

/** Runs one workload on both servers, alternating in each round. */
export async function compareServers(
  workload: Workload,
  { ours, bare, source }: { readonly ours: Server; readonly bare: Server; readonly source: Source },
  effort: Effort,
): Promise<Comparison> {
  const numbers = Array.from({ length: VARIETY }, (_, index) => index);
  const asked = numbers.map((index) => requestOf(ours, workload.ours(index)));
  const byHand = numbers.map((index): autocannon.Request => ({ path: `/${encodeURIComponent(workload.id)}/${index}` }));
  const sides = await inTurn(
    [
      { server: ours, target: { url: ours.url, requests: asked } },
      { server: bare, target: { url: bare.url, requests: byHand } },
    ],
    { source, effort, connections: workload.connections },
  );
  return { id: workload.id, title: workload.title, ours: sides[0]!, bare: sides[1]! };
}

/** Compares a request to the service with a constant of the size of its response. */
export async function compareWithConstant(
  { id, title, asked }: { readonly id: string; readonly title: string; readonly asked: Asked },
  { ours, bare, source }: { readonly ours: Server; readonly bare: Server; readonly source: Source },
  effort: Effort,
): Promise<Comparison> {
  const { bytes } = await download({ url: ours.url, requests: [requestOf(ours, asked)] });
  const sides = await inTurn(
    [
      { server: ours, target: { url: ours.url, requests: [requestOf(ours, asked)] } },
      { server: bare, target: { url: bare.url, requests: [{ path: `/constant/${bytes}` }] } },
    ],
    { source, effort, connections: 16 },
  );
  return { id, title: `${title}: ${bytes} bytes`, ours: sides[0]!, bare: sides[1]! };
}

function requestOf(server: Server, { address, body }: Asked): autocannon.Request & { path: string } {
  const path = new URL(address, server.url).toString().slice(new URL(server.url).origin.length);
  if (body === undefined) return { path, method: 'GET', headers: server.headers };
  return { path, method: 'POST', body, headers: { ...server.headers, 'content-type': 'application/json' } };
}

interface Terms {
  readonly source: Source;
  readonly effort: Effort;
  readonly connections: number;
}

async function inTurn(contestants: readonly Contestant[], terms: Terms): Promise<readonly Side[]> {
  const rounds = contestants.map((): Side[] => []);
  for (const { target } of contestants) await warmUp(target, terms);
  for (let round = 0; round < terms.effort.rounds; round++) {
    for (const [place, contestant] of contestants.entries()) rounds[place]?.push(await measure(contestant, terms));
  }
  return rounds.map(medianSide);
}

async function warmUp(target: Target, { connections, effort }: Terms): Promise<void> {
  if (connections === 1) await downloadFor(target, effort.warmUp);
  else await load(target, { connections, seconds: effort.warmUp });
}

/** Measures one round. A workload of one connection is a download that repeats until the time is over. */
async function measure({ server, target }: Contestant, { source, effort, connections }: Terms): Promise<Side> {
  forgetPeak(server.pid);
  const before = [cpuOf(server.pid), source.pid === undefined ? undefined : cpuOf(source.pid)];
  const figures =
    connections === 1
      ? await downloadFor(target, effort.seconds)
      : await load(target, { connections, seconds: effort.seconds });
  const after = [cpuOf(server.pid), source.pid === undefined ? undefined : cpuOf(source.pid)];
  const [cpu, sourceCpu] = after.map((now, place) => {
    const then = before[place];
    return now === undefined || then === undefined ? undefined : (now - then) / figures.requests;
  });
  return { ...figures, cpu, sourceCpu, peak: peakOf(server.pid) };
}

async function downloadFor(target: Target, seconds: number): Promise<LoadFigures & { readonly firstByte: number }> {
  const begin = performance.now();
  const times: number[] = [];
  const firstBytes: number[] = [];
  for (let number = 0; number === 0 || performance.now() - begin < seconds * 1_000; number++) {
    const request = target.requests[number % target.requests.length];
    const { time, firstByte } = await download({ url: target.url, requests: request === undefined ? [] : [request] });
    times.push(time);
    firstBytes.push(firstByte);
  }
  const perSecond = (times.length * 1_000) / (performance.now() - begin);
  const [p50 = 0, p99 = 0] = [median(times), quantile(times, 0.99)];
  return { perSecond, p50, p99, requests: times.length, firstByte: median(firstBytes) ?? 0 };
}

function medianSide(rounds: readonly Side[]): Side {
  const of = (read: (side: Side) => number | undefined): number | undefined =>
    median(rounds.map(read).filter((value) => value !== undefined));
  const firstByte = of((side) => side.firstByte);
  return {
    perSecond: of((side) => side.perSecond) ?? 0,
    p50: of((side) => side.p50) ?? 0,
    p99: of((side) => side.p99) ?? 0,
    cpu: of((side) => side.cpu),
    sourceCpu: of((side) => side.sourceCpu),
    peak: of((side) => side.peak),
    ...(firstByte !== undefined && { firstByte }),
  };
}
