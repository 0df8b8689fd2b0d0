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
import { describeWithMariaDb, MARIADB_URL } from '../support/services';

/** Asks the engine `SELECT <condition>` over a text and a pattern. */
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
    { numRuns: 500 },
  );
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
  it('as a plain LIKE', () => meansTheSame(ask, '? LIKE ?', (pattern) => printPlainLike(pattern, '\\')));

  it('and no pattern keeps it busy', async () => {
    const pattern = parseLikePattern(`${'%a'.repeat(15)}%[b]c`);
    expect(await ask('? REGEXP ?', 'a'.repeat(20_000), printBacktrackingPattern(pattern))).toBe(false);
  });
});
