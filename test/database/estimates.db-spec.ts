import fc from 'fast-check';
import { DIALECTS } from '../../src/compiler/dialects';
import { emitPlan } from '../../src/compiler/emit';
import { countRows } from '../../src/compiler/filter';
import { countedTables, optimizePlan } from '../../src/compiler/optimize';
import { planStatement, type PlanContext } from '../../src/compiler/plan';
import { ServiceError } from '../../src/errors';
import type { Caller, DialectName } from '../../src/model';
import { contextOf, type FindTable, ontologyOf, parseQuery, READER } from '../support/compile';
import { rowsOf } from '../support/engines';
import { printOntology } from '../support/random-ontology/definitions';
import { type LawCase, LawCases } from '../support/random-ontology/law-case';
import { type DuckDbLawEngine, openDuckDbForLaws } from '../support/random-ontology/law-engines';
import { ROLE } from '../support/random-ontology/ontologies';
import { printStatement } from '../support/random-ontology/statements';
import { trials } from '../support/trials';

/** For a longer run: `LAW_RUNS=1000 LAW_SEED=7 npx jest estimates`. */
const RUNS = trials(6, { few: 6 });
const SEED = Number(process.env.LAW_SEED ?? 20_231_123);
const TIMEOUT_MS = process.env.LAW_RUNS === undefined ? 120_000 : 24 * 3_600_000;

const GUEST: Caller = { ...READER, roles: [ROLE] };

/** The number of statements of each kind. */
const counts = { statements: 0, ofTables: 0, ofTrustedTables: 0, filtered: 0 };

/** One way to count the rows of a statement. */
interface Way {
  readonly context: PlanContext;
  readonly dialect: DialectName;
}

interface Counted {
  readonly rows: number;
  /** The total rows of the tables that it counts as a whole; undefined when it does not. */
  readonly ofTables: number | undefined;
  readonly isFiltered: boolean;
}

async function count({ engine }: DuckDbLawEngine, sql: string, { context, dialect }: Way): Promise<Counted> {
  const plan = planStatement(context, countRows(parseQuery(sql), { ofCube: false }));
  const optimized = optimizePlan(plan, DIALECTS[dialect]);
  const read = async (query: string): Promise<number> => {
    const columns = [{ name: 'total', type: 'integer' }] as const;
    const rows = await rowsOf(engine, { dialect: 'duckdb', sql: query, parameters: [], columns });
    return Number(rows[0]?.[0]);
  };
  const tables = countedTables(optimized.query);
  const sizes = await Promise.all((tables ?? []).map((parts) => read(`SELECT COUNT(*) FROM ${parts.join('.')}`)));
  const rows = Number((await rowsOf(engine, emitPlan(optimized, DIALECTS.duckdb)))[0]?.[0]);
  return { rows, ofTables: tables && sizes.reduce((sum, size) => sum + size, 0), isFiltered: plan.isFiltered };
}

async function checkCase(duckdb: DuckDbLawEngine, law: LawCase, findTable: FindTable): Promise<void> {
  const ontology = ontologyOf(printOntology({ ...law.ontology, mappings: law.ontology.mappings.map((mapping) => ({ ...mapping, declarations: [] })) })); // prettier-ignore
  const concepts = [...ontology.concepts.values()].map(({ name }) => `SELECT * FROM \`${name}\``);
  for (const sql of [...concepts, ...law.statements.map(printStatement)]) {
    for (const dialect of ['duckdb', 'mysql'] as const) {
      const as = (caller: Caller, trustsKeys: boolean): Promise<Counted> =>
        count(duckdb, sql, { context: { ...contextOf(ontology, caller, findTable), trustsKeys }, dialect });
      const counted = await as(READER, false).catch((error: unknown) => {
        if (error instanceof ServiceError) return undefined;
        throw error;
      });
      if (counted === undefined) continue;
      const trusting = await as(READER, true);
      const ofGuest = await as(GUEST, false);
      counts.statements++;
      if (counted.ofTables !== undefined) counts.ofTables++;
      if (trusting.ofTables !== undefined) counts.ofTrustedTables++;
      if (ofGuest.isFiltered) counts.filtered++;
      expect({ sql, dialect, rows: counted.ofTables ?? counted.rows }).toEqual({ sql, dialect, rows: counted.rows });
      expect(trusting.ofTables ?? Infinity).toBeGreaterThanOrEqual(counted.rows);
      expect({ sql, rows: ofGuest.isFiltered ? counted.rows : ofGuest.rows }).toEqual({ sql, rows: counted.rows });
    }
  }
}

describe('estimates of random statements', () => {
  it(
    'count whole tables, and nothing that a filter policy hides from the caller',
    async () => {
      const duckdb = await openDuckDbForLaws();
      try {
        const property = fc.asyncProperty(new LawCases(3), (law) =>
          duckdb.withTables(law.tables, (findTable) => checkCase(duckdb, law, findTable)),
        );
        const { failed, errorInstance, numRuns } = await fc.check(property, { numRuns: RUNS, seed: SEED, endOnFailure: true }); // prettier-ignore
        if (failed) throw new Error(`LAW_SEED=${SEED}, run ${numRuns}`, { cause: errorInstance });
      } finally {
        await duckdb.close();
        process.stdout.write(`estimates: ${JSON.stringify(counts)}\n`);
      }
      expect(Math.min(counts.ofTables, counts.ofTrustedTables, counts.filtered)).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
