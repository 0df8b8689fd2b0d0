import { type CompiledQuery } from '../../src/model';
import { compileText, ontologyOf } from '../support/compile';
import { openPostgreSqlTestEngine, rowsOf, type TestEngine } from '../support/engines';
import { describeWithPostgreSql } from '../support/services';

const TABLES = [
  'CREATE TABLE item (id integer PRIMARY KEY, label varchar(20), price numeric(8, 2))',
  "INSERT INTO item SELECT n, 'item ' || n, n / 4.0 FROM generate_series(1, 2000) AS n",
];

const query = (sql: string, ...texts: readonly string[]): CompiledQuery => ({
  dialect: 'postgresql',
  sql,
  parameters: texts.map((text) => ({ type: 'string', text })),
  columns: Array.from({ length: 12 }, (_, index) => ({ name: String(index), type: 'unknown' })),
});

describeWithPostgreSql('the engine for PostgreSQL', () => {
  let test: TestEngine;
  beforeAll(async () => {
    test = await openPostgreSqlTestEngine('postgresql', TABLES);
  });
  afterAll(() => test.drop());
  const ask = (sql: string, ...texts: readonly string[]) => rowsOf(test.engine, query(sql, ...texts));

  it('returns the rows of more than one portion, in order', async () => {
    const rows = await ask('SELECT id FROM item ORDER BY id');
    expect(rows.map(([id]) => id)).toEqual(Array.from({ length: 2000 }, (_, index) => index + 1));
  });

  it('binds parameters as text that the statement casts', async () => {
    expect(
      await ask('SELECT label, price FROM item WHERE id = $1::integer OR label = $2::text ORDER BY id', '4', 'item 9'),
    ).toEqual([
      ['item 4', '1.00'],
      ['item 9', '2.25'],
    ]);
  });

  it('rejects writes', async () => {
    await expect(ask("SELECT setval('x', 1)")).rejects.toMatchObject({ code: 'source_refused' });
    await expect(ask('DELETE FROM item RETURNING id')).rejects.toMatchObject({ code: 'source_refused' });
    expect(await ask('SELECT count(*) FROM item')).toEqual([[2000]]);
  });

  it('computes the argument of a function once, wherever the function reads it', async () => {
    const ontology = ontologyOf(
      `CREATE CONCEPT item (id integer, label string, PRIMARY KEY (id));
       CREATE MAPPING items INTO (item) AS SELECT id AS id, label AS label FROM item;`,
      'postgresql',
    );
    const compiled = compileText(ontology, 'SELECT CONV(label, 16, 10) FROM item', 'postgresql');
    const plan = await rowsOf(test.engine, { ...compiled, sql: `EXPLAIN (VERBOSE, COSTS OFF) ${compiled.sql}` });
    expect(JSON.stringify(plan).match(/regexp_match/g)).toHaveLength(1);
  });

  it('stops a statement after its time, and uses the connection again', async () => {
    const slow = rowsOf(test.engine, query('SELECT pg_backend_pid(), pg_sleep(60)'), 300);
    await expect(slow).rejects.toMatchObject({ code: 'source_timed_out' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(
      await ask(
        "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()",
      ),
    ).toEqual([[0]]);
  });
});
