import { readFileSync } from 'node:fs';
import { FUNCTIONS } from '../../src/compiler/values';
import { describeOnEachEngine, openCompany, type CompanyEngine } from '../support/company-engines';
import { describeWithMariaDb } from '../support/services';
import { oneOf } from '../support/trials';

/** A long string that is not too long. */
const LONG = "REPEAT('a', 999999)";
const twentyTimes = (text: string): string => Array.from({ length: 20 }, () => text).join(', ');
const FAR = 'employee_id * 99999999';
const LONG_FORMAT = `'${'%M'.repeat(2_500_000)}'`;

/** Calls of each function that can lengthen a string or needs many times its memory, which exceed the maximum. */
const TOO_MUCH: Readonly<Record<string, readonly string[]>> = {
  CONCAT: [`CONCAT(${twentyTimes(LONG)})`, `CONCAT(name, ${twentyTimes(LONG)})`],
  CONCAT_WS: [`CONCAT_WS(${LONG}, ${twentyTimes("'b'")})`, `CONCAT_WS('-', ${twentyTimes(LONG)})`],
  REPLACE: [
    `REPLACE(${LONG}, 'a', REPEAT('b', 100000))`,
    `REPLACE(CONCAT(name, ${LONG}), 'a', ${LONG})`,
    `REPLACE(REPLACE(REPLACE(name, 'a', REPEAT('b', 999)), 'b', REPEAT('c', 999)), 'c', REPEAT('d', 999))`,
  ],
  REPEAT: [
    `REPEAT(${LONG}, 20)`,
    `REPEAT(name, ${FAR})`,
    `REPEAT(REPEAT(REPEAT(name, 999), 999), 999)`,
    `REPEAT(CASE WHEN employee_id = 1 THEN ${LONG} ELSE name END, 999)`,
    `REPEAT((SELECT MAX(name) FROM employee), ${FAR})`,
    `REPEAT(MAX(name), 99999999 * MAX(employee_id))`,
    `REPEAT(CAST(name AS CHAR(50)), ${FAR})`,
    `REPEAT(TRIM(name), ${FAR})`,
  ],
  SPACE: [`SPACE(${FAR})`],
  LPAD: [`LPAD(name, ${FAR}, 'x')`, `LPAD(name, ${FAR}, '北')`],
  RPAD: [`RPAD(name, ${FAR}, 'xyz')`],
  REGEXP_REPLACE: [`REGEXP_REPLACE(${LONG}, 'a', REPEAT('b', 100))`],
  HEX: [`HEX(HEX(HEX(HEX(HEX(${LONG})))))`],
  DATE_FORMAT: [`DATE_FORMAT(hired, ${LONG_FORMAT})`],
  FROM_UNIXTIME: [`FROM_UNIXTIME(0, ${LONG_FORMAT})`],
  SUBSTRING_INDEX: [`SUBSTRING_INDEX(REPEAT(${LONG}, 2), 'a', 3)`],
  FIND_IN_SET: [`FIND_IN_SET(REPEAT(${LONG}, 2), 'a')`],
  JSON_EXTRACT: [`JSON_EXTRACT(REPEAT(${LONG}, 2), '$.a')`],
  JSON_UNQUOTE: [`JSON_UNQUOTE(REPEAT(${LONG}, 2))`],
  JSON_VALUE: [`JSON_VALUE(REPEAT(${LONG}, 2), '$.a')`],
  JSON_LENGTH: [`JSON_LENGTH(REPEAT(${LONG}, 2))`],
  JSON_TYPE: [`JSON_TYPE(REPEAT(${LONG}, 2))`],
};

/** Calls that reach the maximum, with the length of their result. */
const ENOUGH: readonly (readonly [text: string, length: number])[] = [
  [LONG, 999_999],
  [`CONCAT(${LONG}, 'b', ${LONG})`, 1_999_999],
  [`CONCAT_WS('-', ${LONG}, NULL, ${LONG})`, 1_999_999],
  ["REPLACE(REPEAT('a', 9999), 'a', 'bcd')", 29_997],
  ["REPEAT('abc', 999999)", 2_999_997],
  ['REPEAT(NULL, 999999)', 0],
  ["REPEAT('abc', NULL)", 0],
  ["REPEAT('abc', -1)", 0],
  ["LPAD('x', 999999, 'ab')", 999_999],
  [`HEX(${LONG})`, 1_999_998],
  [`LOWER(${LONG})`, 999_999],
];

const HARMLESS: ReadonlySet<string> = new Set(['short', 'chosen', 'kept', 'part', 'counted', 'cased', 'gathered']);

it('knows the maximum length of each function that returns a string, and exceeds it for each that can lengthen it', () => {
  const growing = [...FUNCTIONS].filter(([, { growth }]) => growth !== undefined && !HARMLESS.has(growth));
  expect(Object.keys(TOO_MUCH).toSorted()).toEqual(growing.map(([name]) => name).toSorted());
});

describeOnEachEngine((company) => {
  /** Formats are part of the statement on PostgreSQL, which is then too long itself. */
  const refused = {
    code: expect.stringMatching(/^(?:source_text_too_long|statement_too_large)$/) as unknown,
  };
  const places = (call: string): readonly string[] =>
    call.includes('MAX(employee_id)')
      ? [`SELECT LENGTH(${call}) AS n FROM employee`]
      : [
          `SELECT LENGTH(${call}) AS n FROM employee WHERE employee_id = 1`,
          `SELECT name FROM employee WHERE employee_id = 1 AND LENGTH(${call}) > 5`,
          `SELECT MAX(d.t) AS m FROM (SELECT ${call} AS t FROM employee) d`,
        ];

  it.each(Object.entries(TOO_MUCH))('rejects too long a string of %s, in every place', async (_, calls) => {
    const sqls = calls.flatMap((call, index) => oneOf(places(call), index));
    for (const sql of sqls) await expect(company().ask(sql)).rejects.toMatchObject(refused);
  });

  it.each(ENOUGH)('returns %s', async (text, length) => {
    const { rows } = await company().ask(
      `SELECT COALESCE(LENGTH(${text}), 0) AS n FROM employee WHERE employee_id = 1`,
    );
    expect(rows).toEqual([[length]]);
  });

  it('does not check lengths when the result is short', async () => {
    const { rows } = await company().ask("SELECT CONCAT(name, ' ', grade) AS c FROM employee WHERE employee_id = 1");
    expect(rows).toEqual([['Ada Lovelace 1']]);
  });
});

/** Aggregates of long strings `t`, all of them different, each with a number `n`. */
const GATHERED: readonly string[] = [
  'GROUP_CONCAT(t)',
  "GROUP_CONCAT(t ORDER BY n DESC SEPARATOR '; ')",
  'GROUP_CONCAT(DISTINCT t)',
  'GROUP_CONCAT(DISTINCT t ORDER BY t)',
  'GROUP_CONCAT(n, t)',
  'JSON_ARRAYAGG(t)',
];

describeOnEachEngine((company) => {
  const rows = (count: number): string =>
    `(SELECT SUBSTRING(${LONG}, n) AS t, n FROM (SELECT a.employee_id * 36 + b.employee_id * 6 + c.employee_id AS n
      FROM employee a, employee b, employee c ORDER BY n LIMIT ${count}) e) d`;

  it.each(GATHERED)('rejects %s of more than 64 MiB, in every place', async (call) => {
    const refused = { code: 'source_text_too_long' };
    const elsewhere = [
      `SELECT 1 AS one FROM ${rows(70)} HAVING LENGTH(${call}) < 5`,
      `SELECT MAX(LENGTH(g.t)) AS m FROM (SELECT ${call} AS t FROM ${rows(70)}) g`,
    ];
    for (const sql of [`SELECT LENGTH(${call}) AS n FROM ${rows(70)}`, ...(call === GATHERED[0] ? elsewhere : [])])
      await expect(company().ask(sql)).rejects.toMatchObject(refused);
  });

  it.each(GATHERED)('returns %s when it is shorter', async (call) => {
    const {
      rows: [[length] = []],
    } = await company().ask(`SELECT LENGTH(${call}) AS n FROM ${rows(15)}`);
    expect(Number(length)).toBeGreaterThan(15 * 999_000);
  });

  it.each(GATHERED)('returns NULL or an empty list for %s of no rows', async (call) => {
    const {
      rows: [[value] = []],
    } = await company().ask(`SELECT COALESCE(${call}, 'none') AS v FROM ${rows(3)} WHERE n < 0`);
    expect(['none', '[]']).toContain(value);
  });
});

describeOnEachEngine((company) => {
  it('treats no other warning of a server as an error', async () => {
    const sql =
      "SELECT GROUP_CONCAT(DISTINCT grade ORDER BY grade) AS g FROM employee WHERE CONCAT('x', name) + 0 < employee_id";
    expect((await company().ask(sql)).rows).toEqual([['-3,0,1,32767']]);
  });

  it('rejects a string that is too long after thousands of other warnings of a server', async () => {
    const warned = `(SELECT COUNT(*) AS n FROM employee e, employee f, employee g, employee h, employee i WHERE CONCAT('x', e.name, f.name, g.name, h.name, i.name) + 0 < 1) w`;
    const long = `(SELECT SUBSTRING(${LONG}, employee_id) AS t FROM employee) a`;
    const sql = `SELECT LENGTH(GROUP_CONCAT(a.t, w.n)) AS l FROM ${long}, employee b, employee c, ${warned}`;
    await expect(company().ask(sql)).rejects.toMatchObject({ code: 'source_text_too_long' });
  });
});

describe('recursion', () => {
  const steps = (end: string, union = 'UNION ALL', items = 'COUNT(*) AS c, MAX(n) AS m'): string =>
    `WITH RECURSIVE r AS (SELECT 1 AS n ${union} SELECT n + 1 FROM r${end}) SELECT ${items} FROM r`;

  describeWithMariaDb('on MariaDB', () => {
    let company: CompanyEngine;
    beforeAll(async () => {
      company = await openCompany('mysql');
    });
    afterAll(() => company.close());

    it.each([
      steps(''),
      steps(' WHERE n < 100002'),
      steps('', 'UNION'),
      steps('', 'UNION ALL', 'n'),
      `SELECT name FROM employee WHERE employee_id IN (${steps('', 'UNION ALL', 'MAX(n)')})`,
    ])('of more than 100,000 steps is rejected, even if the server only warns: %s', async (sql) => {
      const refused = { code: 'source_recursion_too_long' };
      for (let time = 0; time < 2; time++) await expect(company.ask(sql)).rejects.toMatchObject(refused);
    });

    it.each(['UNION', 'UNION ALL'])('of 100,000 steps returns its rows: %s', async (union) => {
      expect((await company.ask(steps(' WHERE n < 100000', union))).rows).toEqual([[100_000, 100_000]]);
    });
  });
});

describe('the strings of many rows on DuckDB', () => {
  let company: CompanyEngine;
  beforeAll(async () => {
    company = await openCompany('duckdb');
  });
  afterAll(() => company.close());

  const MANY = 'employee a, employee b, employee c, employee d, employee e, employee f';
  const highWater = (): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

  it.each([
    'SELECT MAX(LENGTH(REPEAT(a.name, 99999))) AS n',
    'SELECT MAX(LENGTH(CONCAT(REPEAT(a.name, 9999), REPEAT(b.name, 9999)))) AS n',
    'SELECT MAX(LENGTH(REPLACE(REPEAT(a.name, 99), b.name, REPEAT(c.name, 999)))) AS n',
    `SELECT ${Array.from({ length: 200 }, (_, i) => `REPEAT(a.name, ${i + 900}) AS c${i}`).join(', ')}`,
  ])('are rejected before they need more memory than is available: %s', async (select) => {
    const before = highWater();
    await expect(company.ask(`${select} FROM ${MANY}`)).rejects.toMatchObject({ code: 'source_text_too_long' });
    expect(highWater() - before).toBeLessThan(300);
  });

  it('are returned when there is enough memory', async () => {
    const { rows } = await company.ask(`SELECT MAX(LENGTH(REPEAT(a.name, 999))) AS n FROM ${MANY}`);
    expect(rows[0]?.[0]).toBeGreaterThan(999);
  });
});
