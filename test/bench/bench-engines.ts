import { openDuckDbTestEngine, openMariaDbTestEngine, rowsOf, type TestEngine } from '../support/engines';
import { type SampleDatabase } from '../support/sample-databases';
import { hasMariaDb } from '../support/services';
import { type Comparison } from './measure';

/** Selects the statements and how they run. */
export interface BenchOptions {
  /** A statement that takes longer is stopped. */
  readonly limitMs: number;
  /** The most timed runs of each statement after a warm-up. */
  readonly rounds: number;
  /** Matches the names of the statements to run; all run without it. */
  readonly only?: RegExp | undefined;
  readonly signal?: AbortSignal;
}

/** The measurements of one engine, by the name of each statement. */
export interface EngineFigures {
  readonly engine: string;
  readonly figures: ReadonlyMap<string, Comparison>;
}

type Measure = (test: TestEngine) => Promise<ReadonlyMap<string, Comparison>>;

/** Measures on DuckDB, then on MariaDB if it is available, over temporary tables that are always removed at the end. */
export async function onBenchEngines(tables: SampleDatabase, measure: Measure): Promise<readonly EngineFigures[]> {
  const duckdb = await onEngine('DuckDB', () => openDuckDbTestEngine('bench', tables.duckdb), measure);
  if (hasMariaDb())
    return [duckdb, await onEngine('MariaDB', () => openMariaDbTestEngine('bench', tables.mysql), measure)];
  process.stderr.write('MariaDB was skipped: none answers (MARIADB_TEST_URL)\n');
  return [duckdb];
}

async function onEngine(name: string, open: () => Promise<TestEngine>, measure: Measure): Promise<EngineFigures> {
  const test = await open();
  try {
    const asked = { dialect: test.engine.dialect, sql: 'SELECT VERSION()', parameters: [], columns: [] };
    const [[version] = []] = await rowsOf(test.engine, asked);
    return { engine: `${name} ${String(version).replace(/^v|-.*/g, '')}`, figures: await measure(test) };
  } finally {
    await test.drop();
  }
}
