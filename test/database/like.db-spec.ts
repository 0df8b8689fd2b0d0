import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import {
  type LikePattern,
  parseLikePattern,
  printBacktrackingPattern,
  printPlainLike,
  printRe2Pattern,
} from '../../src/compiler/like';
import { matchesLikePattern } from '../oracle/matches-like-pattern';
import { describeOnEachEngine } from '../support/company-engines';
import { withPostgreSql } from '../support/postgresql';
import { describeWithMariaDb, describeWithPostgreSql, MARIADB_URL } from '../support/services';
import { trials } from '../support/trials';

/** Runs `SELECT <condition>` on the engine with a string and a pattern. */
type Ask = (condition: string, text: string, pattern: string) => Promise<boolean>;

const letters = fc.constantFrom(...Array.from('aAbBzZ09 .*+?^$(){}|/&~#-]\n\\😀'));
const wildcards = fc.constantFrom('%', '_', '[', '^', '[a-b]', '[^a]', '[^b-]', '[].]', '[\\]\\-&]', '\\%');
const anyPattern = fc.array(fc.oneof(letters, wildcards), { maxLength: 5 }).map((parts) => parts.join(''));
const anyText = fc.array(letters, { maxLength: 4 }).map((parts) => parts.join(''));

async function meansTheSame(ask: Ask, condition: string, print: (pattern: LikePattern) => string | undefined) {
  await fc.assert(
    fc.asyncProperty(anyPattern, anyText, async (pattern, text) => {
      const printed = print(parseLikePattern(pattern));
      fc.pre(printed !== undefined);
      expect(await ask(condition, text, printed)).toBe(matchesLikePattern(pattern, text));
    }),
    { numRuns: trials(500) },
  );
}

const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(index + 32));
const PUNCTUATION = PRINTABLE.filter((character) => !/[a-z0-9]/i.test(character));
const SETS = trials(1500);

/** Sets that the pattern language of an engine could read in another way: classes, escapes, ranges, set operations. */
const oddSet = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...PUNCTUATION) },
      { weight: 2, arbitrary: fc.constantFrom(...Array.from(':.=[]^-\\&~|#')) },
      fc.constantFrom('a', 'w', 'd', 'Q', 'E', 'p', '5', '[:alpha:]', '[=a=]', '[.-.]', '&&', '--', '||', '~~', '\\d', '\\Q'),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .chain((members) => fc.constantFrom(...['[', '[^'].map((start) => `${start}${members.join('')}]`))); // prettier-ignore

/** Lists the printable ASCII characters that match a pattern on an engine. */
type Find = (pattern: LikePattern) => Promise<readonly string[]>;

/** Compares every set of one or two characters, and random longer sets, with the definition of the language. */
async function findsTheMembers(find: Find) {
  const pairs = PUNCTUATION.flatMap((first) => ['', ...PUNCTUATION].map((second) => `[${first}${second}]`));
  const random = fc.sample(oddSet, { numRuns: SETS, seed: 7 });
  const wrong: string[] = [];
  for (const pattern of [...pairs, ...random]) {
    const expected = PRINTABLE.filter((character) => matchesLikePattern(pattern, character));
    const found = await find(parseLikePattern(pattern)).catch((error: unknown) => [String(error)]);
    if (found.join('') !== expected.join('')) wrong.push(pattern);
  }
  expect(wrong).toEqual([]);
}

describe('a pattern means the same on DuckDB', () => {
  let instance: DuckDBInstance;
  const ask: Ask = async (condition, text, pattern) => {
    const connection = await instance.connect();
    const reader = await connection.runAndReadAll(`SELECT ${condition}`, [text, pattern]);
    connection.closeSync();
    return reader.getRows()[0]![0] === true;
  };

  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
  });
  afterAll(() => {
    instance.closeSync();
  });

  it('as a regular expression', () => meansTheSame(ask, `regexp_full_match(?, ?, 'is')`, printRe2Pattern));
  it('with sets of any characters', async () => {
    const connection = await instance.connect();
    const statement = await connection.prepare(
      `SELECT c FROM (SELECT i, chr(i::INTEGER) AS c FROM range(32, 127) t(i)) WHERE regexp_full_match(c, ?, 'is') ORDER BY i`,
    );
    await findsTheMembers(async (pattern) => {
      statement.bindVarchar(1, printRe2Pattern(pattern));
      const rows = await statement.runAndReadAll();
      return rows.getRows().map(([character]) => String(character));
    });
    connection.closeSync();
  });
  it('as a plain LIKE', () => meansTheSame(ask, `? ILIKE ? ESCAPE '|'`, (pattern) => printPlainLike(pattern, '|')));
});

describeWithMariaDb('a pattern means the same on MariaDB', () => {
  let connection: mysql.Connection;
  const ask: Ask = async (condition, text, pattern) => {
    const [rows] = await connection.execute<RowDataPacket[]>(`SELECT ${condition} AS found`, [text, pattern]);
    return rows[0]!.found === 1;
  };

  beforeAll(async () => {
    connection = await mysql.createConnection({ uri: MARIADB_URL.href, charset: 'utf8mb4' });
  });
  afterAll(() => connection.end());

  it('as a regular expression', () => meansTheSame(ask, '? REGEXP ?', printBacktrackingPattern));
  it('with sets of any characters', () =>
    findsTheMembers(async (pattern) => {
      const [rows] = await connection.execute<RowDataPacket[]>(
        'SELECT CHAR(seq USING utf8mb4) AS c FROM mysql.seq_32_to_126 WHERE CHAR(seq USING utf8mb4) REGEXP ? ORDER BY seq',
        [printBacktrackingPattern(pattern)],
      );
      return rows.map(({ c }) => String(c));
    }));
  it('as a plain LIKE', () => meansTheSame(ask, '? LIKE ?', (pattern) => printPlainLike(pattern, '\\')));

  it('and needs no exponential time', async () => {
    const pattern = parseLikePattern(`${'%a'.repeat(15)}%[b]c`);
    expect(await ask('? REGEXP ?', 'a'.repeat(20_000), printBacktrackingPattern(pattern))).toBe(false);
  });
});

describeWithPostgreSql('a pattern means the same on PostgreSQL', () => {
  const regexpOf = (pattern: LikePattern): string => `^${printRe2Pattern(pattern)}$`;
  const meansTheSameThere = (condition: string, print: (pattern: LikePattern) => string | undefined): Promise<void> =>
    withPostgreSql('postgres', async (client) => {
      const ask: Ask = async (asked, text, pattern) =>
        (await client.query<{ found: boolean }>(`SELECT ${asked} AS found`, [text, pattern])).rows[0]!.found;
      await meansTheSame(ask, condition, print);
    });

  it('as a regular expression', () => meansTheSameThere('$1::text ~* $2::text', regexpOf));
  it('with sets of any characters', () =>
    withPostgreSql('postgres', (client) =>
      findsTheMembers(async (pattern) => {
        const text = 'SELECT chr(i) AS c FROM generate_series(32, 126) AS i WHERE chr(i) ~* $1::text ORDER BY i';
        return (await client.query<{ c: string }>(text, [regexpOf(pattern)])).rows.map(({ c }) => c);
      }),
    ));
  it('as a plain LIKE', () => meansTheSameThere('$1::text ILIKE $2::text', (pattern) => printPlainLike(pattern, '\\')));
});

/** Writes a string of the language. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

describeOnEachEngine((company) => {
  it('LIKE with many wildcards means the same, whether the pattern is a literal or an expression', async () => {
    const many = fc
      .array(fc.oneof(fc.constantFrom('a', 'b', 'B', 'é', '.', '*', '\\%', '\\_', '\\\\'), fc.constantFrom('%', '_')), { minLength: 1, maxLength: 12 })
      .map((parts) => parts.join('')); // prettier-ignore
    const text = fc
      .array(fc.constantFrom(...Array.from('aAbÉ.%_\\\n')), { maxLength: 12 })
      .map((parts) => parts.join(''));
    const cases = fc.sample(fc.tuple(text, many), { numRuns: trials(400), seed: 5 });
    const wrong: unknown[] = [];
    for (const [value, pattern] of cases) {
      const operand = `CONCAT(${quoted(value)}, LEFT(e.name, 0))`;
      const sql = `SELECT ${operand} LIKE ${quoted(pattern)} AS a, ${operand} LIKE CONCAT(${quoted(pattern)}, LEFT(e.name, 0)) AS b FROM employee e WHERE e.employee_id = 1`;
      const { rows } = await company().ask(sql);
      const expected = matchesLikePattern(pattern, value) ? 1 : 0;
      if (JSON.stringify(rows) !== JSON.stringify([[expected, expected]])) wrong.push([value, pattern, expected, rows]);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['a literal', `'${'%00'.repeat(30)}%x'`],
    ['a literal with escapes and single characters', `'${'%\\\\%_0'.repeat(30)}x'`],
    ['an expression', `CONCAT(REPEAT('%00', 30), '%x', LEFT(e.name, 0))`],
  ])('LIKE takes no exponential time with %s', async (_, pattern) => {
    const sql = `SELECT REPEAT('%00', 1000) LIKE ${pattern} AS x FROM employee e WHERE e.employee_id = 1`;
    expect((await company().ask(sql)).rows).toEqual([[0]]);
  });
});
