import { PASS_NAMES, type PassName } from '../../src/compiler/optimize';
import {
  type Cell,
  type CompiledQuery,
  type NestedCell,
  type Ontology,
  type Query,
  type RowStream,
  type Written,
} from '../../src/model';
import { compileQuery, ontologyOf } from '../support/compile';
import { type TestEngine } from '../support/engines';
import { nestedRead, readValue } from '../support/nest';
import { activities } from './activities';
import { type BenchOptions, type EngineFigures, onBenchEngines } from './bench-engines';
import { compare, type Comparison, type Read } from './measure';
import { passCases, type PassCase } from './pass-cases';

/** Measures the gain of each optimisation over tables of `rows` rows. Throws when one changes the rows of a statement. */
export function benchPasses(rows: number, options: BenchOptions): Promise<readonly EngineFigures[]> {
  const cases = passCases(rows).filter((known) => options.only?.test(nameOf(known)) ?? true);
  return onBenchEngines(activities(rows), async (test) => {
    const figures = new Map<string, Comparison>();
    for (const known of cases) figures.set(nameOf(known), await compareCase(test, known, options));
    return figures;
  });
}

function nameOf({ optimisation, title }: PassCase): string {
  return `${optimisation}: ${title}`;
}

/** A statement for the data source, and the function that reads its rows. */
interface Way {
  readonly sql: string;
  readonly read: Read;
}

async function compareCase(test: TestEngine, known: PassCase, options: BenchOptions): Promise<Comparison> {
  const ontology = ontologyOf(known.ontology, test.engine.dialect);
  const { query, instead = query, off } = known;
  const fast = wayOf(test, ontology, { ...known, query: query(ontology), off: [] }, options);
  const slow = wayOf(test, ontology, { ...known, query: instead(ontology), off }, options);
  const compared = compare([slow.read, fast.read], { ordered: known.ordered === true, rounds: options.rounds });
  return compared.catch((error: unknown) => {
    const where = `${nameOf(known)}, on ${test.engine.dialect}`;
    throw new Error(`${where}: ${String(error)}\nwith: ${fast.sql}\nwithout: ${slow.sql}`, { cause: error });
  });
}

function wayOf(
  test: TestEngine,
  ontology: Ontology,
  { query, off, nested }: Pick<PassCase, 'off' | 'nested'> & { readonly query: Query<Written> },
  options: BenchOptions,
): Way {
  const { engine, findTable } = test;
  if (nested === undefined) {
    const passes = off.filter((name): name is PassName => (PASS_NAMES as readonly string[]).includes(name));
    const compiled = compileQuery(ontology, query, engine.dialect, { off: passes, findTable });
    return { sql: compiled.sql, read: () => readRows(test, compiled, options) };
  }
  const way = nestedRead(ontology, query, engine.dialect, { off, findTable });
  if (way === undefined) throw new Error('nothing to nest');
  return { sql: way.compiled.sql, read: () => readRows(test, way.compiled, options, way.nest) };
}

/** Reads all rows as strings; `shape` converts them to other rows. */
export async function readRows(
  { engine }: TestEngine,
  compiled: CompiledQuery,
  { limitMs, signal }: BenchOptions,
  shape: (stream: RowStream) => RowStream<Cell | NestedCell> = (stream) => stream,
): Promise<readonly string[]> {
  const texts: string[] = [];
  const stream = shape(await engine.run(compiled, { timeoutMs: limitMs, ...(signal && { signal }) }));
  for await (const batch of stream.batches) texts.push(...batch.map((row) => JSON.stringify(row.map(readValue))));
  return texts;
}
