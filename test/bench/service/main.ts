import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { hasProgram } from '../../support/services';
import { compareServers, compareWithConstant, type Comparison, type Effort } from './compare-servers';
import { measureStarts } from './measure-starts';
import { makeDuckDb, makeFolder, makeMariaDb, type Setting, type Source, startBare, startOurs } from './servers';
import { printComparisons } from './print-comparisons';
import { workloadsOf } from './workloads';

const USAGE = {
  options: {
    employees: { type: 'string', default: '300000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    'warm-up': { type: 'string', default: '5' },
    only: { type: 'string' },
    engine: { type: 'string' },
    cached: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
    set: { type: 'string', multiple: true },
    json: { type: 'boolean', default: false },
    start: { type: 'boolean', default: false },
    'node-flags': { type: 'string', default: '' },
  },
} as const;

const METADATA = [
  { id: 'h list', title: 'names of ontologies', asked: { address: 'get_ontologies/' } },
  { id: 'h whole', title: 'an ontology of 350 concepts', asked: { address: 'get_ontology/large' } },
  {
    id: 'h describe',
    title: 'DESCRIBE of a concept',
    asked: { address: 'query/', body: JSON.stringify({ ontology_name: 'staff', query: 'DESCRIBE CONCEPT employee' }) },
  },
];

interface EngineFigures {
  readonly engine: string;
  /** Milliseconds from the start of the service to its first response. */
  readonly started: number;
  readonly comparisons: readonly Comparison[];
}

/** `npm run bench` (docs/benchmarks.md): the service and a bare server on the same rows, in turn. */
async function main(): Promise<void> {
  const { values } = parseArgs(USAGE);
  if (values.start) {
    const flags = values['node-flags'].split(' ').filter((flag) => flag !== '');
    process.stdout.write(await measureStarts(positive(values.rounds), flags));
    return;
  }
  const employees = positive(values.employees);
  const effort = { rounds: positive(values.rounds), seconds: positive(values.seconds), warmUp: positive(values['warm-up']) }; // prettier-ignore
  const workers = positive(values.workers);
  const more = Object.fromEntries((values.set ?? []).map((pair) => pair.split('=', 2) as [string, string]));
  const only = new RegExp(values.only ?? '');
  const engines: EngineFigures[] = [];
  for (const engine of ['mariadb', 'duckdb'].filter((name) => (values.engine ?? name) === name)) {
    if (engine === 'mariadb' && !hasProgram('mariadbd')) {
      process.stderr.write('MariaDB was skipped: there is no mariadbd\n');
      continue;
    }
    engines.push(await onEngine(engine, employees, { effort, only, cached: values.cached, workers, more }));
  }
  const machine = `${cpus().length} cores, Node.js ${process.versions.node}, ${employees} employees, ${workers} workers`;
  process.stdout.write(values.json ? `${JSON.stringify({ machine, engines })}\n` : `${machine}\n`);
  if (values.json) return;
  for (const { engine, started, comparisons } of engines)
    process.stdout.write(`\n${engine}; started in ${Math.round(started)} ms\n\n${printComparisons(comparisons)}`);
}

async function onEngine(
  engine: string,
  employees: number,
  { effort, only, ...setting }: { readonly effort: Effort; readonly only: RegExp } & Setting,
): Promise<EngineFigures> {
  const folder = makeFolder();
  const drops: (() => Promise<void> | void)[] = [folder.drop];
  try {
    const source: Source = await (engine === 'mariadb' ? makeMariaDb(employees) : makeDuckDb(folder.path, employees));
    drops.push(source.drop);
    const ours = await startOurs(folder.path, source, setting);
    drops.push(ours.stop);
    const bare = await startBare(source, employees);
    drops.push(bare.stop);
    const servers = { ours, bare, source };
    const comparisons: Comparison[] = [];
    for (const workload of workloadsOf(employees).filter(({ id }) => only.test(id))) {
      process.stderr.write(`${source.engine} ${workload.id}: ${workload.title}\n`);
      comparisons.push(await compareServers(workload, servers, effort));
    }
    for (const metadata of METADATA.filter(({ id }) => only.test(id)))
      comparisons.push(await compareWithConstant(metadata, servers, effort));
    return { engine: source.engine, started: ours.started, comparisons };
  } finally {
    for (const drop of drops.toReversed()) await drop();
  }
}

function positive(text: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw new Error(`"${text}" is no number above 0`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
