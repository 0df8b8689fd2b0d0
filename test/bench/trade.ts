import { PASS_NAMES } from '../../src/compiler/optimize';
import { type CompiledQuery } from '../../src/model';
import { compileText, fixtureOntology } from '../support/compile';
import { type TestEngine } from '../support/engines';
import { tpch } from '../support/tpch';
import { TPCH_QUERIES } from '../support/tpch-queries';
import { type BenchOptions, type EngineFigures, onBenchEngines } from './bench-engines';
import { compare, type Comparison } from './measure';
import { readRows } from './passes';

/** Measures the queries of a trade by hand, by paths without the optimizer, and by paths. Throws when their rows differ. */
export function benchTrade(scale: number, options: BenchOptions): Promise<readonly EngineFigures[]> {
  const queries = TPCH_QUERIES.filter(({ name }) => options.only?.test(name) ?? true);
  return onBenchEngines(tpch(scale), async (test) => {
    const figures = new Map<string, Comparison>();
    for (const query of queries) figures.set(query.name, await compareWays(test, query, options));
    return figures;
  });
}

async function compareWays(
  test: TestEngine,
  { name, sql, joins, ordered }: (typeof TPCH_QUERIES)[number],
  options: BenchOptions,
): Promise<Comparison> {
  const { dialect } = test.engine;
  const ontology = fixtureOntology('tpch', dialect);
  const ours = compileText(ontology, sql, dialect, { findTable: test.findTable });
  const plain = compileText(ontology, sql, dialect, { off: PASS_NAMES });
  const byHand = { ...ours, sql: joins, parameters: [] };
  const ways = [byHand, plain, ours].map((query: CompiledQuery) => () => readRows(test, query, options));
  return compare(ways, { ordered: ordered === true, rounds: options.rounds }).catch((error: unknown) => {
    throw new Error(`${name}, on ${dialect}: ${String(error)}\n${ours.sql}`, { cause: error });
  });
}
