import fc from 'fast-check';
import { PASS_NAMES, type PassName } from '../../src/compiler/optimize';
import { printQuery } from '../../src/compiler/statement';
import { type DialectName } from '../../src/model';
import { openCompany, type CompanyEngine } from '../support/company-engines';
import { parseQuery } from '../support/compile';
import { filter, lower, predicate, statement } from '../support/random-statements';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';
import { trials } from '../support/trials';

/** The number of random statements for each law, which keeps the suite within seconds. */
const RUNS = { numRuns: trials(100) };

const passes = fc.subarray([...PASS_NAMES]);

function laws(dialects: readonly DialectName[]): void {
  let engines: readonly CompanyEngine[];
  beforeAll(async () => {
    engines = await Promise.all(dialects.map(openCompany));
  });
  afterAll(() => Promise.all(engines.map((engine) => engine.close())));

  /** Returns the rows in no order after it has compared them: on every engine, optimized and without some passes, they must be the same. */
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

  it('a filter returns the same rows on every engine, whatever passes are off, and as its executed_query', async () => {
    await fc.assert(
      fc.asyncProperty(filter, passes, async (asked, off) => {
        const executed = printQuery(lower(asked));
        expect(printQuery(parseQuery(executed))).toBe(executed);
        await rowsEverywhere(executed, off);
      }),
      RUNS,
    );
  });

  it('a filter and its opposite divide the entities between them', async () => {
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

  it('a statement returns the same rows on every engine, whatever passes are off', async () => {
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
describeWithPostgreSql('on DuckDB and PostgreSQL', () => {
  laws(['duckdb', 'postgresql']);
});
