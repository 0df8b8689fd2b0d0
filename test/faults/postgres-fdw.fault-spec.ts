import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bindPostgreSqlValue } from '../../src/engines/postgresql/bind-value';
import { type CompiledQuery, type DialectName } from '../../src/model';
import { compileText, fixtureOntology } from '../support/compile';
import { makeDataDir, openDuckDbTestEngine, openTestEngine, rowsOf, type TestEngine } from '../support/engines';
import { findPostgreSql, type OwnPostgreSql, pgReaderOptions, startOwnPostgreSql } from '../support/own-postgresql';
import { describeWith } from '../support/services';
import { toPostgreSql } from '../support/to-postgresql';
import { tpch } from '../support/tpch';
import { TPCH_QUERIES } from '../support/tpch-queries';
import { expectRecovery } from './expect-recovery';

/** What a head needs besides the defaults: groups are computed on each back-end where they are those of the partitions. */
const HEAD = ['enable_partitionwise_aggregate=on', 'enable_partitionwise_join=on'];
const KEYS = /\s*PRIMARY KEY(?: \([^)]*\))?|,\s*FOREIGN KEY \([^)]*\) REFERENCES \w+ \([^)]*\)/g;

/** Returns whether the extension is installed, which Debian distributes with the server. */
function hasPostgresFdw(): boolean {
  const programs = findPostgreSql();
  return programs !== undefined && existsSync(join(programs, '../lib/postgres_fdw.so'));
}

const isCreate = (statement: string): boolean => statement.startsWith('CREATE TABLE');
/** A partitioned table whose partitions are on other servers has no keys. */
const withoutKeys = (create: string): string => create.replace(KEYS, '').replace(/,\s*\)$/, ')');
const tableOf = (create: string): string => /^CREATE TABLE (\w+)/.exec(create)?.[1] ?? '';
const firstColumnOf = (create: string): string => /\(\s*(\w+)/.exec(create)?.[1] ?? '';

describeWith('postgres_fdw of a PostgreSQL server', hasPostgresFdw(), 'a PostgreSQL head over two back-ends', () => {
  const { duckdb: plain } = tpch();
  let backEnds: readonly OwnPostgreSql[] = [];
  let head: OwnPostgreSql;
  let sharded: TestEngine;
  let reference: TestEngine;

  beforeAll(async () => {
    const statements = toPostgreSql(plain);
    const creates = statements.filter(isCreate);
    backEnds = await Promise.all([startOwnPostgreSql(), startOwnPostgreSql()]);
    for (const backEnd of backEnds) {
      await backEnd.run(['CREATE DATABASE shop_test', "CREATE ROLE head SUPERUSER LOGIN PASSWORD 'secret'"]);
      await backEnd.run(creates.map(withoutKeys), 'shop_test');
    }
    head = await startOwnPostgreSql({ settings: HEAD });
    await head.run(['CREATE DATABASE shop_test']);
    const servers = backEnds.flatMap(({ port }, index) => [
      `CREATE SERVER back${index} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '${port}', dbname 'shop_test')`,
      ...['postgres', 'reader'].map((user) => `CREATE USER MAPPING FOR ${user} SERVER back${index} OPTIONS (user 'head', password 'secret')`), // prettier-ignore
    ]);
    const tables = creates.flatMap((create) => [
      `${withoutKeys(create)} PARTITION BY HASH (${firstColumnOf(create)})`,
      ...backEnds.map((_, index) => `CREATE FOREIGN TABLE ${tableOf(create)}_${index} PARTITION OF ${tableOf(create)} FOR VALUES WITH (MODULUS 2, REMAINDER ${index}) SERVER back${index} OPTIONS (table_name '${tableOf(create)}')`), // prettier-ignore
    ]);
    const rows = statements.filter((statement) => !isCreate(statement));
    await head.run(['CREATE EXTENSION postgres_fdw', ...servers, ...tables, ...rows, 'ANALYZE'], 'shop_test');
    const options = pgReaderOptions('127.0.0.1', { port: String(head.port) });
    const connection = { ontology: 'tpch', name: 'test', type: 'postgresql', options } as const;
    sharded = await openTestEngine(connection, makeDataDir('postgres-fdw'), () => Promise.resolve());
    reference = await openDuckDbTestEngine('tpch', plain);
  }, 120_000);
  afterAll(async () => {
    await sharded.drop();
    await reference.drop();
    for (const server of [head, ...backEnds]) await server.drop();
  });

  const compileOn = (dialect: DialectName, { findTable }: TestEngine, sql: string): CompiledQuery =>
    compileText(fixtureOntology('tpch', dialect), sql, dialect, { findTable });
  const rowsOn = (dialect: DialectName, test: TestEngine, sql: string) =>
    rowsOf(test.engine, compileOn(dialect, test, sql), 30_000);

  /** Returns what the head asks of its back-ends for a statement. */
  async function askedFor(sql: string): Promise<readonly string[]> {
    const compiled = compileOn('postgresql', sharded, sql);
    const plan = await head.read(
      `EXPLAIN (VERBOSE, COSTS OFF) ${compiled.sql}`,
      'shop_test',
      compiled.parameters.map(bindPostgreSqlValue),
    );
    return plan.flatMap((line) => /Remote SQL: (.*)/.exec(String(line['QUERY PLAN']))?.[1] ?? []);
  }

  it('stores a part of the rows on each of its back-ends', async () => {
    const counts = await Promise.all(backEnds.map(({ read }) => read('SELECT count(*)::integer AS n FROM orders', 'shop_test'))); // prettier-ignore
    const [first, second] = counts.map(([row]) => Number(row?.n)) as [number, number];
    expect(first + second).toBe(1_500);
    expect(Math.min(first, second)).toBeGreaterThan(300);
  });

  it.each(TPCH_QUERIES)(
    'returns the rows of one database: $name',
    async ({ sql }) => {
      expect(await rowsOn('postgresql', sharded, sql)).toEqual(await rowsOn('duckdb', reference, sql));
    },
    40_000,
  );

  it.each([
    ["state = 'F'", "WHERE ((id IS NOT NULL)) AND ((state = 'F'))"],
    ['total > 100000', 'WHERE ((id IS NOT NULL)) AND ((total > 100000::numeric))'],
    ["note LIKE '%special%'", "WHERE ((id IS NOT NULL)) AND ((note ~~* '%special%'))"],
    ["ordered >= '1995-01-01'", "WHERE ((id IS NOT NULL)) AND ((ordered >= '1995-01-01'))"],
  ])('sends the condition %s to both back-ends', async (condition, remote) => {
    const asked = await askedFor(`SELECT total FROM dsvc.sales_order WHERE ${condition}`);
    expect(asked).toEqual(backEnds.map(() => `SELECT total FROM public.orders ${remote}`));
  });

  it('asks only the back-end that has the row of a key', async () => {
    const asked = await askedFor('SELECT total FROM dsvc.sales_order WHERE entity_id = 7');
    expect(asked).toEqual(['SELECT total FROM public.orders WHERE ((id IS NOT NULL)) AND ((id = 7::bigint))']);
  });

  it('lets the back-ends sort, so that the head reads no more rows than a page has', async () => {
    const asked = await askedFor('SELECT total FROM dsvc.sales_order ORDER BY order_id LIMIT 3');
    expect(asked).toHaveLength(2);
    for (const remote of asked) expect(remote).toMatch(/ ORDER BY id ASC NULLS FIRST$/);
  });

  it('lets the back-ends count where a group is on one of them, and counts itself otherwise', async () => {
    const grouped = await askedFor('SELECT order_id, COUNT(*) FROM dsvc.sales_order GROUP BY order_id');
    expect(grouped).toEqual(backEnds.map(() => 'SELECT id, count(*) FROM public.orders WHERE ((id IS NOT NULL)) GROUP BY 1')); // prettier-ignore
    const all = await askedFor('SELECT COUNT(*) FROM dsvc.sales_order');
    expect(all).toEqual(backEnds.map(() => 'SELECT NULL FROM public.orders WHERE ((id IS NOT NULL))'));
  });

  it('is unavailable while a back-end is, and recovers', async () => {
    const count = (): Promise<unknown> => rowsOn('postgresql', sharded, 'SELECT COUNT(*) FROM dsvc.sales_order');
    await expectRecovery('PostgreSQL', backEnds[0]!, count);
  }, 40_000);
});
