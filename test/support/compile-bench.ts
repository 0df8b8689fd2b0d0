import { DIALECTS } from '../../src/compiler/dialects';
import { emitPlan } from '../../src/compiler/emit';
import { buildOntology, printOntology, readScript } from '../../src/compiler/ontology';
import { optimizePlan } from '../../src/compiler/optimize';
import { planStatement } from '../../src/compiler/plan';
import { branchesOf } from '../../src/compiler/plan/scope/branches';
import type { Ontology } from '../../src/model';
import { Client, rowsOf } from './client';
import { parseQuery, READER } from './compile';
import { shapesOf, type Shape } from './compile-shapes';
import { largeOntology, wholeScript, type LargeOntology } from './large-ontology';
import { median, quantile } from './median';
import { startService } from './service';

/** Milliseconds of each stage, or of one step. */
type Times = readonly number[];

const STAGES = ['parse', 'plan', 'optimize', 'emit'] as const;
const ROUNDS = 40;
const WARM_UP = 10;
/** The milliseconds for each statement; slow statements are measured less often. */
const BUDGET = 3_000;

/** Measures loading and compiling large ontologies (docs/tools.md, `npm run bench:compile`). */
async function bench(): Promise<void> {
  const large = largeOntology({ concepts: 350, properties: 1_050, mappings: 1_200 });
  await benchLoading('350 concepts, 1,050 properties, 1,200 mappings', large);
  await benchLoading(
    '500 concepts, 1,500 properties, double quotes',
    largeOntology({ concepts: 500, properties: 1_500, mappings: 500, quote: '"' }),
  );
  benchShapes('350 concepts, 1,200 mappings: compiling a statement', large, shapesOf(large));
  benchBranches();
  benchConcepts();
}

/** Creates the ontology through the service and in single steps, several times each. */
async function benchLoading(title: string, large: LargeOntology): Promise<void> {
  const script = wholeScript('large', 'large.duckdb', large);
  const created = await timeCreating(script);
  const stored = printOntology(readScript(script));
  const definitions = readScript(stored);
  const ontology = buildOntology(definitions, 'version');
  const rows: (readonly [string, Times])[] = [
    ['create: one request over HTTP', created],
    ['load: read the stored script', repeat(() => readScript(stored))],
    ['load: link it', repeat(() => buildOntology(definitions, 'version'))],
    ['saturate every concept', repeat(() => buildOntology(definitions, 'version'), saturate)],
    ['print it', repeat(() => printOntology(definitions))],
  ];
  const shown = rows.map(([name, times]) => [name, ms(median(times)), ms(Math.max(...times))]);
  printTable(`${title}; ${ontology.mappings.size} mappings with links, ${Math.round(script.length / 1024)} KiB`, [['step', 'p50', 'most'], ...shown]); // prettier-ignore
}

async function timeCreating(script: string): Promise<Times> {
  const service = await startService();
  const admin = new Client(service.api, service.token);
  rowsOf(await admin.sql('CREATE ROLE desk', { ontology: 'system' }));
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const begin = performance.now();
    rowsOf(await admin.sql(script, { ontology: 'large' }));
    times.push(performance.now() - begin);
    rowsOf(await admin.sql('DROP ONTOLOGY large', { ontology: 'large' }));
  }
  await service.close();
  return times;
}

/** Measures `step`, each time on a new result of `prepare`. */
function repeat<T>(prepare: () => T, step?: (prepared: T) => void): Times {
  return Array.from({ length: 9 }, () => {
    const before = performance.now();
    const prepared = prepare();
    const begin = step === undefined ? before : performance.now();
    step?.(prepared);
    return performance.now() - begin;
  });
}

function saturate(ontology: Ontology): void {
  for (const concept of ontology.concepts.values()) branchesOf(ontology, concept);
}

/** Runs every statement once per round, so that none has code that only it has warmed up. */
function benchShapes(title: string, large: LargeOntology, shapes: readonly Shape[]): void {
  const ontology = load(large);
  const measured = shapes.map(({ name, sql }) => ({ name, sql, times: [] as Times[] }));
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const { sql, times } of measured) if (spent(times) < BUDGET) times.push(compile(ontology, sql));
  }
  const rows = measured.map(({ name, times }) => [name, ...summary(times)]);
  const middle = ms(median(rows.map((row) => Number(row[STAGES.length + 1]))));
  printTable(title, [HEADS, ...rows, ['median of the statements', '', '', '', '', middle, '', '']]);
}

/** Measures how the time grows with the number of branches. */
function benchBranches(): void {
  const rows = [10, 100, 1_000].map((mappings) => {
    const ontology = load(largeOntology({ concepts: 10, properties: 60, mappings }));
    const sql = "SELECT entity_id, note FROM dsvc.thing WHERE note = 'x' ORDER BY note LIMIT 20";
    return [String(mappings), ...measure(ontology, sql)];
  });
  printTable('growth with the branches of a concept', [['branches', ...HEADS.slice(1)], ...rows]);
}

/** Measures the same statement over one leaf of larger and larger ontologies; the time must stay the same. */
function benchConcepts(): void {
  const rows = [10, 100, 1_000].map((concepts) => {
    const large = largeOntology({ concepts, properties: concepts * 4, mappings: concepts });
    const [first] = shapesOf(large);
    return [String(concepts), ...measure(load(large), first?.sql ?? '')];
  });
  printTable('growth with the concepts of the ontology, one branch read', [['concepts', ...HEADS.slice(1)], ...rows]);
}

function measure(ontology: Ontology, sql: string): readonly string[] {
  const times: Times[] = [];
  while (times.length < WARM_UP + ROUNDS && spent(times) < BUDGET) times.push(compile(ontology, sql));
  return summary(times);
}

function spent(rounds: readonly Times[]): number {
  return rounds.flat().reduce((sum, time) => sum + time, 0);
}

function load(large: LargeOntology): Ontology {
  return buildOntology(readScript(wholeScript('large', 'large.duckdb', large)), 'version');
}

function compile(ontology: Ontology, sql: string): Times {
  const context = {
    ontology,
    caller: READER,
    serviceName: 'svc',
    maskColumns: ['email', 'password'],
    hashKeyOf: () => 'key',
  };
  const begin = performance.now();
  const query = parseQuery(sql);
  const parsed = performance.now();
  const plan = planStatement(context, query);
  const planned = performance.now();
  const better = optimizePlan(plan, DIALECTS.mysql);
  const optimized = performance.now();
  emitPlan(better, DIALECTS.mysql);
  return [parsed - begin, planned - parsed, optimized - planned, performance.now() - optimized];
}

const HEADS = ['statement', ...STAGES, 'total p50', 'total p99', 'least'];

/** Summarizes the rounds without those of the warm-up, if there are enough. */
function summary(all: readonly Times[]): readonly string[] {
  const rounds = all.slice(Math.min(WARM_UP, Math.floor(all.length / 4)));
  const stages = STAGES.map((_, stage) => rounds.map((times) => times[stage] ?? 0));
  const totals = rounds.map((times) => times.reduce((sum, time) => sum + time, 0));
  const medians = [...stages, totals].map((times) => ms(median(times)));
  return [...medians, ms(quantile(totals, 0.99)), ms(Math.min(...totals))];
}

function ms(time = 0): string {
  return time < 10 ? time.toFixed(3) : time.toFixed(1);
}

function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
  );
  process.stdout.write(`\n${title} (ms)\n${lines.map((cells) => cells.join('  ')).join('\n')}\n`);
}

void bench();
