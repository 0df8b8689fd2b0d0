import { cpus } from 'node:os';
import { prepareBare } from './bare';
import { planCores } from './cores';
import { exportsOf } from './exports';
import { Load } from './load';
import { measureExport } from './measure-exports';
import { measureWorkers } from './measure-workers';
import { measureAgainst, measureWorkload, type Servers } from './measure-workload';
import { type EngineName, type Options } from './options';
import { type OurService, prepareService } from './our-service';
import { installPeers, PEERS, startPeer } from './peers';
import { type Server } from './processes';
import { type Bench, type Row } from './run-rounds';
import { makeDuckDb, makeFolder, makeMariaDb, makePostgreSql, type Source } from './sources';
import { type Workload } from './workload';
import { workloadsOf } from './workloads';

/** Room for the answers of the row that is kept. */
const KEPT_BYTES = 2 ** 30;

export interface EngineFigures {
  readonly engine: string;
  readonly version: string;
  readonly rows: readonly Row[];
  /** What was not measured, and why. */
  readonly notes: readonly string[];
}

interface Prepared {
  readonly options: Options;
  readonly service: OurService;
  readonly startBare: () => Promise<Server>;
  /** The other build to compare with. */
  readonly other: OurService | undefined;
  readonly bench: Bench;
  readonly say: (id: string, title: string) => void;
}

/** The running service, its settings, and a function that starts another server and stops it in the end. */
interface Ours {
  readonly ours: Server;
  readonly settings: Readonly<Record<string, string>>;
  readonly started: (start: () => Promise<Server>) => Promise<Server>;
}

const MAKERS: Readonly<Record<EngineName, (employees: number, folder: string) => Promise<Source>>> = {
  mariadb: makeMariaDb,
  duckdb: (employees, folder) => makeDuckDb(folder, employees),
  postgresql: makePostgreSql,
};

/** Measures all chosen rows on one engine, over data and processes of its own, which are removed at the end. */
export async function measureEngine(engine: EngineName, options: Options): Promise<EngineFigures> {
  const { employees } = options;
  const folder = makeFolder();
  const drops: (() => Promise<void> | void)[] = [folder.drop];
  try {
    const source = await MAKERS[engine](employees, folder.path);
    drops.push(source.drop);
    const load = new Load();
    drops.push(load.stop);
    const service = await prepareService(folder.path, source, options.set);
    const say = (id: string, title: string): void => void process.stderr.write(`${source.engine} ${id}: ${title}\n`);
    const other = options.against === undefined ? undefined : await prepareOther(engine, source, options, drops);
    const prepared = { options, service, other, startBare: prepareBare(folder.path, source, employees), bench: { load, source }, say }; // prettier-ignore
    const chosen = workloadsOf(employees).filter(({ id }) => options.only.test(id));
    const notes: string[] = [];
    const rows = [
      ...(other === undefined ? await measureExports(prepared) : []),
      ...(await measureInTurn(chosen.filter(({ isKept }) => isKept !== true), prepared)), // prettier-ignore
      ...(await measureInTurn(chosen.filter(({ isKept }) => isKept === true), prepared)), // prettier-ignore
      ...(other === undefined ? await measureScale(prepared, notes) : []),
    ];
    return { engine: source.engine, version: source.version, rows: inOrder(rows, employees), notes };
  } finally {
    for (const drop of drops.toReversed()) await drop();
  }
}

/** Prepares the other build, with a folder of its own, and for DuckDB a file of its own. */
async function prepareOther(
  engine: EngineName,
  source: Source,
  { employees, set, against }: Options,
  drops: (() => Promise<void> | void)[],
): Promise<OurService> {
  const folder = makeFolder();
  drops.push(folder.drop);
  const own = engine === 'duckdb' ? await makeDuckDb(folder.path, employees) : source;
  return prepareService(folder.path, own, set, against);
}

async function measureExports({ options, service, startBare, bench, say }: Prepared): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const workload of exportsOf(options.employees).filter(({ id }) => options.only.test(id))) {
    say(workload.id, workload.title);
    rows.push(...(await measureExport(workload, { ours: service.start, bare: startBare }, options.effort, bench)));
  }
  return rows;
}

async function measureInTurn(workloads: readonly Workload[], prepared: Prepared): Promise<readonly Row[]> {
  if (workloads.length === 0) return [];
  const settings: Readonly<Record<string, string>> = workloads.some(({ isKept }) => isKept === true)
    ? { RESULT_CACHE_BYTES: String(KEPT_BYTES) }
    : {};
  const stops: (() => Promise<void>)[] = [];
  const started = async (start: () => Promise<Server>): Promise<Server> => {
    const server = await start();
    stops.push(server.stop);
    return server;
  };
  try {
    const ours = await started(() => prepared.service.start(settings));
    const measure = await startOthers(workloads, prepared, { ours, settings, started });
    const rows: Row[] = [];
    for (const workload of workloads) {
      prepared.say(workload.id, workload.title);
      rows.push(await measure(workload));
    }
    return rows;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/** Starts what the service is measured against: the other build, or the bare server and the peers. Returns a function that measures a workload. */
async function startOthers(
  workloads: readonly Workload[],
  prepared: Prepared,
  { ours, settings, started }: Ours,
): Promise<(workload: Workload) => Promise<Row>> {
  const { options, other: build, startBare, bench } = prepared;
  if (build !== undefined) {
    const other = await started(() => build.start(settings));
    return (workload) => measureAgainst(workload, { ours, other }, options, bench);
  }
  const bare = await started(startBare);
  const peers: Servers['peers'][number][] = [];
  for (const peer of choosePeers(workloads, prepared))
    peers.push({ peer, server: await started(() => startPeer(peer, bench.source.bare.replace('mysql:', ''))) });
  return (workload) => measureWorkload(workload, { ours, bare, peers }, options, bench);
}

function choosePeers(workloads: readonly Workload[], { options, bench }: Prepared): typeof PEERS {
  const areUsed = options.peers && bench.source.engine === 'MariaDB' && workloads.some(({ peer }) => peer !== undefined); // prettier-ignore
  if (!areUsed) return [];
  installPeers();
  return PEERS;
}

/** Several workers against one, on MariaDB: DuckDB has no process of its own that could have its own cores. */
async function measureScale({ options, service, bench, say }: Prepared, notes: string[]): Promise<readonly Row[]> {
  const { workers, effort, seed, employees } = options;
  if (!options.only.test('workers') || bench.source.engine !== 'MariaDB') return [];
  const plan = planCores(cpus().length, workers);
  if (typeof plan === 'string') {
    notes.push(`workers: not measured, because ${plan}`);
    return [];
  }
  say('workers', `${workers} against one`);
  const one = workloadsOf(employees).find(({ id }) => id === 'a')!;
  return [await measureWorkers(one, { service, workers, plan, effort, seed }, bench)];
}

/** Sorts rows by the letters of their workloads: exports, kept answers and workers are measured apart from the others. */
function inOrder(rows: readonly Row[], employees: number): readonly Row[] {
  const ids = workloadsOf(employees).map(({ id }) => id);
  const places = new Map(ids.map((id, place) => [id, place]));
  const exports = (places.get('c') ?? 0) + 0.5;
  const placeOf = ({ id }: Row): number => places.get(id) ?? (id.startsWith('d') ? exports : Infinity);
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}
