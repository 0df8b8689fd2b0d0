import fc from 'fast-check';
import type { DialectName } from '../../src/model';
import { MaskingSearch, trueValuesIn, type Searched, type SideAnswer } from '../support/masking-search';
import { HASH_STATEMENTS, maskingSelect, maskingStatements } from '../support/masking-statements';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';
import { trials } from '../support/trials';

/** `MASKING_RUNS=5000 npx jest masking-search` runs this many statements of the family, spread over it, and as many random ones. */
const RUNS = process.env.MASKING_RUNS === undefined ? undefined : Number(process.env.MASKING_RUNS);
const SAMPLE = trials(250, { byHand: 'MASKING_RUNS' });
const AT_ONCE = 4;
/** How often a statement is run again if its sides differ: rows that are equal in its order come in the same order on both sides only now and then. */
const MOST_REPEATED = 40;
const TIMEOUT_MS = RUNS === undefined ? 120_000 : 6 * 3_600_000;

interface Leak {
  readonly sql: string;
  readonly left?: unknown;
  readonly right?: unknown;
  readonly read?: readonly string[];
}

/** Functions that list members in the order of rows, which their ORDER BY cannot set: it differs between two runs on the same side. */
const UNORDERED = /\bJSON_(?:OBJECT|ARRAY)AGG\(/;

/** Prints an answer without the order of such members and without numbers. */
function printAnswer(sql: string, answer: SideAnswer): string {
  return JSON.stringify(answer, (_, cell: unknown) => {
    if (typeof cell === 'number') return 'a number';
    return typeof cell === 'string' && UNORDERED.test(sql)
      ? cell
          .split(/, ?|[{}[\]]/)
          .sort()
          .join()
      : cell;
  });
}

function numbersIn({ rows = [] }: SideAnswer): readonly number[] {
  return rows.flat().filter((cell) => typeof cell === 'number');
}

/** Returns whether two answers are the same except for the last digits of numbers, which depend on the order of addition. */
function areSame(sql: string, left: SideAnswer, right: SideAnswer): boolean {
  if (printAnswer(sql, left) !== printAnswer(sql, right)) return false;
  const others = numbersIn(right);
  return numbersIn(left).every(
    (number, index) => Math.abs(number - (others[index] ?? NaN)) <= 1e-13 * Math.max(1, Math.abs(number)),
  );
}

/** Finds what a statement reveals of masked values: answers that differ, and places of the SQL that read the true value. */
function leaksOf({ sql, compiled, left, right }: Searched): readonly Leak[] {
  const read = compiled === undefined ? [] : trueValuesIn(compiled.sql);
  return [...(areSame(sql, left, right) ? [] : [{ sql, left, right }]), ...(read.length === 0 ? [] : [{ sql, read }])];
}

class Counts {
  asked = 0;
  answered = 0;
  failed = 0;
  refused = 0;

  add({ compiled, left }: Searched): void {
    this.asked++;
    if (compiled === undefined) this.refused++;
    else if (left.error === undefined) this.answered++;
    else this.failed++;
  }

  print(of: string): void {
    const { asked, answered, failed, refused } = this;
    process.stdout.write(
      `${of}: ${asked} statements, ${answered} answered, ${failed} failed in the data source, ${refused} refused before\n`,
    );
  }
}

/** Returns what a statement reveals over tables of its own. */
async function leaksOfNewTables(dialect: DialectName, sql: string): Promise<readonly Leak[]> {
  const search = await MaskingSearch.open(dialect);
  try {
    return leaksOf(await search.ask(sql));
  } finally {
    await search.close();
  }
}

function suite(dialect: DialectName): void {
  let search: MaskingSearch;
  beforeAll(async () => {
    search = await MaskingSearch.open(dialect);
  }, 60_000);
  afterAll(() => search.close());

  /** Returns what a statement reveals each time, on new tables as well: rows that are equal in its order may come in any order. */
  const recurringLeaks = async (searched: Searched): Promise<readonly Leak[]> => {
    let leaks = leaksOf(searched);
    for (let time = 0; time < MOST_REPEATED && leaks.length > 0; time++)
      leaks = leaksOf(await search.askAfresh(searched.sql));
    return leaks.length > 0 ? leaksOfNewTables(dialect, searched.sql) : leaks;
  };

  const leaksAmong = async (statements: readonly string[], title: string): Promise<readonly Leak[]> => {
    const counts = new Counts();
    const leaks: Leak[] = [];
    for (let index = 0; index < statements.length; index += AT_ONCE) {
      const asked = await Promise.all(statements.slice(index, index + AT_ONCE).map((sql) => search.ask(sql)));
      for (const searched of asked) {
        counts.add(searched);
        leaks.push(...(await recurringLeaks(searched)));
      }
    }
    counts.print(`${title} on ${dialect}`);
    expect(counts.answered).toBeGreaterThan(counts.asked / 2);
    return leaks;
  };

  it(
    'reveals no masked value through any operator, function, order, group, join, sub-query or error',
    async () => {
      const family = maskingStatements();
      const every = Math.ceil(family.length / SAMPLE);
      const asked = family.filter((_, index) => index % every === 0);
      expect(await leaksAmong(asked, `family of ${family.length}`)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'reveals no masked value through random statements',
    async () => {
      const counts = new Counts();
      await fc.assert(
        fc.asyncProperty(maskingSelect, async (sql) => {
          const searched = await search.ask(sql);
          counts.add(searched);
          expect(await recurringLeaks(searched)).toEqual([]);
        }),
        RUNS === undefined ? { numRuns: trials(60), seed: 3 } : { numRuns: RUNS },
      );
      counts.print(`random on ${dialect}`);
      expect(counts.answered).toBeGreaterThan(counts.asked / 8);
    },
    TIMEOUT_MS,
  );

  it(
    'runs the same plan on both sides, so that the duration does not reveal values',
    async () => {
      const family = maskingStatements();
      const every = Math.ceil(family.length / (SAMPLE / 5));
      const differing: unknown[] = [];
      let planned = 0;
      for (const sql of family.filter((_, index) => index % every === 0)) {
        const plans = await search.plans(sql);
        if (plans?.left.includes('"rows"') === true) planned++;
        if (plans?.left !== plans?.right) differing.push({ sql, ...plans });
      }
      expect(differing).toEqual([]);
      expect(planned).toBeGreaterThan(SAMPLE / 10);
    },
    TIMEOUT_MS,
  );

  it('fails when a data source is not available, because both sides would then return the same', async () => {
    const away = await MaskingSearch.open(dialect);
    await away.close();
    await expect(away.ask('SELECT person_id FROM person')).rejects.toMatchObject({ code: 'source_unavailable' });
  });

  it('reveals only which hashed values are equal', async () => {
    for (const sql of HASH_STATEMENTS) {
      const searched = await search.askHashed(sql);
      expect(searched.left.rows).toBeDefined();
      expect(leaksOf(searched)).toEqual([]);
    }
  });
}

describe('the search for masked values on DuckDB', () => {
  suite('duckdb');
});
describeWithMariaDb('the search for masked values on MariaDB', () => {
  suite('mysql');
});
describeWithPostgreSql('the search for masked values on PostgreSQL', () => {
  suite('postgresql');
});
