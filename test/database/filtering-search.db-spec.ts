import type { DialectName } from '../../src/model';
import { RULES } from '../support/filtering';
import { FilteringSearch, type Searched, tellsNothing } from '../support/filtering-search';
import { filteringStatements, INDEXED, WHOLE } from '../support/filtering-statements';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';
import { trials } from '../support/trials';

/** `FILTERING_RUNS=30000 npx jest filtering-search` runs this many statements of the family, spread over all of it and all policies. */
const RUNS = process.env.FILTERING_RUNS === undefined ? undefined : Number(process.env.FILTERING_RUNS);
const SAMPLE = trials(400, { byHand: 'FILTERING_RUNS' });
const AT_ONCE = 4;
const TIMEOUT_MS = RUNS === undefined ? 120_000 : 6 * 3_600_000;

interface Asked {
  readonly sql: string;
  readonly role: string;
}

/** Returns every statement with every policy, or the requested number of these, spread over all. */
function askedOf(statements: readonly string[], most: number): readonly Asked[] {
  const pairs = statements.flatMap((sql) => Object.keys(RULES).map((role) => ({ sql, role })));
  const every = pairs.length / Math.min(most, pairs.length);
  return Array.from({ length: Math.min(most, pairs.length) }, (_, index) => pairs[Math.floor(index * every)]).filter(
    (pair) => pair !== undefined,
  );
}

function suite(dialect: DialectName): void {
  let search: FilteringSearch;
  beforeAll(async () => {
    search = await FilteringSearch.open(dialect);
  }, 60_000);
  afterAll(() => search.close());

  const leaksAmong = async (asked: readonly Asked[], title: string): Promise<readonly unknown[]> => {
    const counts = { answered: 0, failed: 0, refused: 0 };
    const leaks: unknown[] = [];
    for (let index = 0; index < asked.length; index += AT_ONCE) {
      const group = asked.slice(index, index + AT_ONCE);
      const found = await Promise.all(group.map(({ sql, role }) => search.ask(sql, role)));
      for (const [place, searched] of found.entries()) {
        counts[outcomeOf(searched)]++;
        if (!tellsNothing(searched))
          leaks.push(`${group[place]?.role}: ${searched.sql}\n${JSON.stringify(searched.answers)}`);
      }
    }
    const { answered, failed, refused } = counts;
    process.stdout.write(
      `${title} on ${dialect}: ${asked.length} statements, ${leaks.length} leaks, ${answered} answered, ${failed} failed in the data source, ${refused} refused before\n`,
    );
    expect(answered).toBeGreaterThan(asked.length / 2);
    return leaks;
  };

  it(
    'reveals no hidden rows through statements that fail on their values, and returns rows as if they did not exist',
    async () => {
      const family = filteringStatements();
      const asked = [...askedOf(INDEXED, Infinity), ...askedOf(family, SAMPLE)];
      expect(await leaksAmong(asked, `family of ${family.length * Object.keys(RULES).length}`)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'reveals no hidden rows through paths, links, measures, calculations, views and joins',
    async () => {
      expect(
        await leaksAmong(askedOf(WHOLE, RUNS === undefined ? trials(250) : Infinity), 'single statements'),
      ).toEqual([]);
    },
    TIMEOUT_MS,
  );
}

function outcomeOf({ isRefused, answers }: Searched): 'answered' | 'failed' | 'refused' {
  if (isRefused) return 'refused';
  return answers.without?.error === undefined ? 'answered' : 'failed';
}

describe('the search for hidden rows on DuckDB', () => {
  suite('duckdb');
});
describeWithMariaDb('the search for hidden rows on MariaDB', () => {
  suite('mysql');
});
describeWithPostgreSql('the search for hidden rows on PostgreSQL', () => {
  suite('postgresql');
});
