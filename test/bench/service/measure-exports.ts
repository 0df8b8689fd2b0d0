import { compareAnswers } from './compare-answers';
import { rotate, type Round } from './figures';
import { type Server } from './processes';
import { type Bench, type Effort, measureRound, openList, type Row, type Side } from './run-rounds';
import { sideOfBare, sideOfOurs } from './sides';
import { type Workload } from './workload';

/** How often a process exports before it ends; the first and the last time are shown. */
const TIMES = 10;

/** Starts fresh processes. Only one of the service may run at a time. */
export interface Starts {
  readonly ours: () => Promise<Server>;
  readonly bare: () => Promise<Server>;
}

/** Measures an export in fresh processes, which have answered no other request: the first of a process, and the tenth. */
export async function measureExport(
  workload: Workload,
  starts: Starts,
  effort: Effort,
  bench: Bench,
): Promise<readonly Row[]> {
  // prettier-ignore
  await checkExport(workload, starts);
  const sides = [
    { name: 'ours', start: starts.ours, sideOf: sideOfOurs, first: [] as Round[], last: [] as Round[] },
    { name: 'bare', start: starts.bare, sideOf: sideOfBare, first: [] as Round[], last: [] as Round[] },
  ];
  for (let round = 0; round < effort.rounds; round++) {
    for (const { start, sideOf, first, last } of rotate(sides, round)) {
      const rounds = await onServer(start, (server) => measureTimes(sideOf(server, workload, [0]), bench));
      first.push(rounds[0]!);
      last.push(rounds.at(-1)!);
    }
  }
  const { id, title } = workload;
  return [
    { id: `${id} first`, title: `${title}, the first of a process`, sides: sides.map(({ name, first }) => ({ name, rounds: first, different: 1 })) }, // prettier-ignore
    { id: `${id} tenth`, title: 'the tenth', sides: sides.map(({ name, last }) => ({ name, rounds: last, different: 1 })) }, // prettier-ignore
  ];
}

async function checkExport(workload: Workload, { ours, bare }: Starts): Promise<void> {
  const format = workload.bare === 'constant' ? undefined : workload.bare.format;
  await onServer(ours, (one) =>
    onServer(
      bare,
      (other) =>
      compareAnswers([sideOfOurs(one, workload, [0]), sideOfBare(other, workload, [0])], { count: 1, format: format ?? 'json', isOrdered: false }), // prettier-ignore
    ),
  );
}

async function measureTimes(side: Side, bench: Bench): Promise<readonly Round[]> {
  const list = await openList(side, bench.load);
  try {
    const rounds: Round[] = [];
    while (rounds.length < TIMES)
      rounds.push(await measureRound(side.server, list, { connections: 1, requests: 1 }, bench.source));
    return rounds;
  } finally {
    await list.close();
  }
}

/** Runs work on a server that is stopped afterwards. */
export async function onServer<Result>(
  start: () => Promise<Server>,
  work: (server: Server) => Promise<Result>,
): Promise<Result> {
  // prettier-ignore
  const server = await start();
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
