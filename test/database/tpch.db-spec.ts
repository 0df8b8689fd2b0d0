import { type DialectName } from '../../src/model';
import { compileText, fixtureOntology, parseQuery } from '../support/compile';
import {
  openDuckDbTestEngine,
  openMariaDbTestEngine,
  openPostgreSqlTestEngine,
  rowsOf,
  type TestEngine,
} from '../support/engines';
import { proveOnEachEngine } from '../support/prove-queries';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';
import { tpch } from '../support/tpch';
import { TPCH_QUERIES } from '../support/tpch-queries';

// the joins call functions of MySQL; the rows of PostgreSQL are compared with those of DuckDB below
proveOnEachEngine('tpch', tpch, TPCH_QUERIES, { without: 'postgresql' });

const joinsByHand = (sql: string): boolean => JSON.stringify(parseQuery(sql)).includes('"kind":"join"');

it.each(TPCH_QUERIES)('joins by paths only in $name', ({ sql }) => {
  expect(joinsByHand(sql)).toBe(false);
});

it('finds a join in a sub-query, and a comma', () => {
  expect(joinsByHand('SELECT 1 FROM offer WHERE EXISTS (SELECT 1 FROM part p JOIN offer o ON p.part_id = o.part_id)')).toBe(true); // prettier-ignore
  expect(joinsByHand('SELECT 1 FROM part, offer')).toBe(true);
});

const rowsOn = (dialect: DialectName, { engine, findTable }: TestEngine, sql: string) =>
  rowsOf(engine, compileText(fixtureOntology('tpch', dialect), sql, dialect, { findTable }));

describeWithMariaDb('on both engines', () => {
  let duckdb: TestEngine;
  let mariaDb: TestEngine;
  beforeAll(async () => {
    duckdb = await openDuckDbTestEngine('tpch', tpch().duckdb);
    mariaDb = await openMariaDbTestEngine('tpch', tpch().mysql);
  }, 60_000);
  afterAll(() => Promise.all([duckdb.drop(), mariaDb.drop()]));

  it.each(TPCH_QUERIES)('returns the same rows, cell by cell: $name', async ({ sql }) => {
    const rows = await rowsOn('duckdb', duckdb, sql);
    expect(rows.flat().some((cell) => cell !== null)).toBe(true);
    expect(await rowsOn('mysql', mariaDb, sql)).toEqual(rows);
  });
});

describeWithPostgreSql('on PostgreSQL', () => {
  let duckdb: TestEngine;
  let postgreSql: TestEngine;
  beforeAll(async () => {
    duckdb = await openDuckDbTestEngine('tpch', tpch().duckdb);
    postgreSql = await openPostgreSqlTestEngine('tpch', tpch().duckdb);
  }, 60_000);
  afterAll(() => Promise.all([duckdb.drop(), postgreSql.drop()]));

  // PostgreSQL computes the mean of query 17 again for each row, over tables without an index
  const queries = TPCH_QUERIES.filter(({ name }) => !name.startsWith('17:'));
  it.each(queries)('returns the same rows, cell by cell: $name', async ({ sql }) => {
    expect(await rowsOn('postgresql', postgreSql, sql)).toEqual(await rowsOn('duckdb', duckdb, sql));
  });
});
