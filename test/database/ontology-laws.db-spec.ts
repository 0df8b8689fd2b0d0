import fc from 'fast-check';
import { PASS_NAMES } from '../../src/compiler/optimize';
import { checkLaw, emptyCounts, LawBroken, type LawCounts, type LawEngines } from '../support/random-ontology/law';
import { LawCases } from '../support/random-ontology/law-case';
import {
  type LawEngine,
  openDuckDbForLaws,
  openMariaDbForLaws,
  openPostgreSqlForLaws,
} from '../support/random-ontology/law-engines';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';
import { trials } from '../support/trials';

/**
 * `LAW_RUNS=2000 LAW_SEED=7 npx jest ontology-laws -t 'on DuckDB'` runs this many cases and reports how often each pass changed a
 * statement. A failure names its seed and shows the smallest case that still fails.
 */
const RUNS = process.env.LAW_RUNS === undefined ? undefined : Number(process.env.LAW_RUNS);
const SEED = process.env.LAW_SEED === undefined ? undefined : Number(process.env.LAW_SEED);
const STATEMENTS = RUNS === undefined ? 2 : 4;

/** The time for the cases of each side, and for reducing a failing case. A slow machine runs fewer cases. */
const SUITE_MS = 8_000;
const REDUCE_MS = 60_000;
const TIMEOUT_MS = RUNS === undefined ? SUITE_MS + 2 * REDUCE_MS : 24 * 3_600_000;

async function holds(engines: LawEngines, runs: number): Promise<void> {
  const counts = emptyCounts();
  let latest: Promise<void> | undefined;
  let first: { readonly kind: string; readonly at: number } | undefined;
  const property = fc.asyncProperty(new LawCases(STATEMENTS), async (law) => {
    fc.pre(first === undefined || Date.now() < first.at + REDUCE_MS);
    latest = checkLaw(engines, law, counts).catch((error: unknown) => {
      if (error instanceof LawBroken) {
        first ??= { kind: error.kind, at: Date.now() };
        fc.pre(error.kind === first.kind);
      }
      throw error;
    });
    await latest;
  });
  const details = await fc.check(property, {
    numRuns: trials(runs),
    ...(SEED !== undefined && { seed: SEED }),
    ...(RUNS === undefined && { interruptAfterTimeLimit: SUITE_MS }),
  });
  await Promise.allSettled([latest]); // fast-check does not wait for the case that the limit of time interrupts
  process.stdout.write(RUNS === undefined ? `${totalOf(counts)}\n` : printCounts(counts));
  const { failed, errorInstance, seed, numRuns, numShrinks } = details;
  if (!failed) return;
  const reason = errorInstance instanceof Error ? errorInstance.message : 'too many cases that do not hold together';
  const again = `${RUNS === undefined ? '' : `LAW_RUNS=${RUNS} `}LAW_SEED=${seed}`;
  throw new Error(`${again}, run ${numRuns}, made smaller ${numShrinks} times\n${reason}`);
}

function totalOf({ cases, statements, refused, skipped, answered }: LawCounts): string {
  return `${cases} cases, ${statements} statements: ${answered} with rows, ${skipped} skipped, ${refused} refused`;
}

function printCounts(counts: LawCounts): string {
  const { changed, refusals } = counts;
  const passes = PASS_NAMES.map((name) => `  ${name}: ${changed.get(name)?.size ?? 0}`);
  const reasons = [...refusals].map(([message, count]) => `  ${count} ${message}`);
  return [totalOf(counts), 'statements that a pass changed:', ...passes, ...reasons, ''].join('\n');
}

describe('over random ontologies on DuckDB', () => {
  it(
    'a statement returns the same rows whatever passes are off, with the catalogue and without',
    async () => {
      const duckdb = await openDuckDbForLaws();
      try {
        await holds({ duckdb, others: [] }, 150);
      } finally {
        await duckdb.close();
      }
    },
    TIMEOUT_MS,
  );
});

function itHoldsWith(open: () => Promise<LawEngine>): void {
  it(
    'a statement returns the same rows whatever passes are off, with the catalogue and without',
    async () => {
      const [duckdb, other] = await Promise.all([openDuckDbForLaws(), open()]);
      try {
        await holds({ duckdb, others: [other] }, 20);
      } finally {
        await Promise.all([duckdb.close(), other.close()]);
      }
    },
    TIMEOUT_MS,
  );
}

describeWithPostgreSql('over random ontologies on DuckDB and PostgreSQL', () => {
  itHoldsWith(openPostgreSqlForLaws);
});
describeWithMariaDb('over random ontologies on DuckDB and MariaDB', () => {
  itHoldsWith(openMariaDbForLaws);
});
