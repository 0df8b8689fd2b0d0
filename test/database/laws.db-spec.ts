import fc from 'fast-check';
import { PASS_NAMES, type PassName } from '../../src/compiler/optimize';
import { printQuery } from '../../src/compiler/statement';
import { type DialectName } from '../../src/model';
import { openCompany, type CompanyEngine } from '../support/company-engines';
import { parseQuery } from '../support/compile';
import { filter, lower, predicate, statement } from '../support/random-statements';
import { describeWithMariaDb } from '../support/services';
import { trials } from '../support/trials';

/** Each law holds for this many random statements, which keeps the suite within seconds. */
const RUNS = { numRuns: trials(100) };

const passes = fc.subarray([...PASS_NAMES]);

function laws(dialects: readonly DialectName[]): void {
  let engines: readonly CompanyEngine[];
  beforeAll(async () => {
    engines = await Promise.all(dialects.map(openCompany));
  });
  afterAll(() => Promise.all(engines.map((engine) => engine.close())));

  /** The rows in no order, on every engine, optimised with and without some passes: all alike, so that one of them stands for all. */
  async function rowsEverywhere(sql: string, off: readonly PassName[]): Promise<readonly string[]> {
    const answers = await Promise.all(
      engines.flatMap((engine) => [
        engine.ask(sql),
        engine.ask(sql, { off }),
        engine.ask(sql, { off, withoutCatalogue: true }),
      ]),
    );
    const [first = [], ...others] = answers.map(({ rows }) => rows.map((row) => JSON.stringify(row)).sort());
    for (const other of others) expect(other).toEqual(first);
    return first;
  }

  it('a filter gives the same rows on every engine, whatever passes are off, and as its executed_query', async () => {
    await fc.assert(
      fc.asyncProperty(filter, passes, async (asked, off) => {
        const executed = printQuery(lower(asked));
        expect(printQuery(parseQuery(executed))).toBe(executed);
        await rowsEverywhere(executed, off);
      }),
      RUNS,
    );
  });

  it('a filter and its opposite share the entities between them', async () => {
    const count = async (where: string): Promise<number> =>
      (await rowsEverywhere(`SELECT employee_id FROM employee WHERE ${where}`, PASS_NAMES)).length;
    await fc.assert(
      fc.asyncProperty(predicate, async (where) => {
        const [all, yes, no, unknown] = await Promise.all([
          count(`(${where}) OR TRUE`),
          count(where),
          count(`NOT (${where})`),
          count(`(${where}) IS NULL`),
        ]);
        expect(yes + no + unknown).toBe(all);
      }),
      { numRuns: trials(40) },
    );
  });

  it('a statement gives the same rows on every engine, whatever passes are off', async () => {
    await fc.assert(
      fc.asyncProperty(statement, passes, async (sql, off) => {
        await rowsEverywhere(sql, off);
      }),
      RUNS,
    );
  });
}

describe('on DuckDB alone', () => {
  laws(['duckdb']);
});
describeWithMariaDb('on DuckDB and MariaDB', () => {
  laws(['duckdb', 'mysql']);
});
