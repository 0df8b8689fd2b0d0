import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { type DialectName } from '../../src/model';
import { compileText, fixtureOntology } from '../support/compile';
import { makeDataDir, openDuckDbTestEngine, openTestEngine, rowsOf, type TestEngine } from '../support/engines';
import { type OwnMariaDb, readerOptions, startOwnMariaDb } from '../support/own-mariadb';
import { describeWith } from '../support/services';
import { tpch } from '../support/tpch';
import { TPCH_QUERIES } from '../support/tpch-queries';
import { expectRecovery } from './expect-recovery';

const SPIDER = ['--plugin-maturity=gamma', '--plugin-load-add=ha_spider'];

/** Returns whether the server can load the plugin, which Debian distributes in a separate package. */
function hasSpider(): boolean {
  const { stdout } = spawnSync('mariadbd', ['--no-defaults', '--verbose', '--help'], { encoding: 'utf8' });
  const folder = /^plugin-dir\s+(\S+)/m.exec(stdout)?.[1];
  return folder !== undefined && spawnSync('test', ['-e', `${folder}/ha_spider.so`]).status === 0;
}

/** Spider 10.11 returns no row for this query; InnoDB returns the correct ones. */
const LOST = '20: ';

async function countOrders(port: number): Promise<number> {
  const connection = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
  const [rows] = await connection.query<mysql.RowDataPacket[]>('SELECT COUNT(*) AS n FROM shop_test.orders');
  await connection.end();
  return Number(rows[0]?.n);
}

const isCreate = (statement: string): boolean => statement.startsWith('CREATE TABLE');
/** A partitioned table has no foreign keys. */
const withoutForeignKeys = (create: string): string => create.replace(/,\s*FOREIGN KEY \([^)]*\) REFERENCES \w+ \([^)]*\)/g, ''); // prettier-ignore
const tableOf = (create: string): string => /^CREATE TABLE (\w+)/.exec(create)?.[1] ?? '';

describeWith('the Spider plugin of MariaDB', hasSpider(), 'a Spider head over two back-ends', () => {
  const { mysql: statements, duckdb: plain } = tpch();
  let backEnds: readonly OwnMariaDb[] = [];
  let head: OwnMariaDb;
  let spider: TestEngine;
  let reference: TestEngine;

  beforeAll(async () => {
    backEnds = [await startOwnMariaDb(), await startOwnMariaDb()];
    head = await startOwnMariaDb(SPIDER);
    const creates = statements.filter(isCreate).map(withoutForeignKeys);
    for (const backEnd of backEnds)
      await backEnd.run(["CREATE USER spider@'%' IDENTIFIED BY 'secret'", "GRANT ALL ON *.* TO spider@'%'", 'CREATE DATABASE shop_test', 'USE shop_test', ...creates]); // prettier-ignore
    const partitions = backEnds.map((_, index) => `PARTITION p${index} COMMENT = 'srv "back${index}"'`).join(', ');
    const onHead = creates.map((create) => `${create} ENGINE=SPIDER COMMENT='wrapper "mysql", table "${tableOf(create)}"' PARTITION BY KEY () (${partitions})`); // prettier-ignore
    await untilLoaded();
    await head.run([
      ...backEnds.map(({ port }, index) => `CREATE SERVER back${index} FOREIGN DATA WRAPPER mysql OPTIONS (HOST '127.0.0.1', PORT ${port}, USER 'spider', PASSWORD 'secret', DATABASE 'shop_test')`), // prettier-ignore
      'CREATE DATABASE shop_test',
      'USE shop_test',
      ...onHead,
      ...statements.filter((statement) => !isCreate(statement)),
    ]);
    const options = readerOptions('127.0.0.1', { port: String(head.port) });
    const connection = { ontology: 'tpch', name: 'test', type: 'mysql', options } as const;
    spider = await openTestEngine(connection, makeDataDir('spider'), () => Promise.resolve());
    reference = await openDuckDbTestEngine('tpch', plain);
  }, 120_000);
  afterAll(async () => {
    await spider.drop();
    await reference.drop();
    for (const server of [head, ...backEnds]) await server.drop();
  });

  /** Waits for the plugin, which initializes after the server accepts connections. */
  async function untilLoaded(): Promise<void> {
    for (let round = 0; ; round++) {
      try {
        await head.run(['CREATE DATABASE probe', 'CREATE TABLE probe.probe (n INT PRIMARY KEY) ENGINE=SPIDER', 'DROP DATABASE probe']); // prettier-ignore
        return;
      } catch (error) {
        if (round > 50) throw error;
        await head.run(['DROP DATABASE IF EXISTS probe']);
        await sleep(200);
      }
    }
  }

  const rowsOn = (dialect: DialectName, { engine, findTable }: TestEngine, sql: string) =>
    rowsOf(engine, compileText(fixtureOntology('tpch', dialect), sql, dialect, { findTable }), 30_000);

  it('stores a part of the rows on each of its back-ends', async () => {
    const counts = await Promise.all(backEnds.map(({ port }) => countOrders(port)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_500);
    expect(Math.min(...counts)).toBeGreaterThan(300);
  });

  it.each(TPCH_QUERIES.filter(({ name }) => !name.startsWith(LOST)))(
    'returns the rows of one database: $name',
    async ({ sql }) => {
      expect(await rowsOn('mysql', spider, sql)).toEqual(await rowsOn('duckdb', reference, sql));
    },
    40_000,
  );

  it('is unavailable while a back-end is, and recovers', async () => {
    const count = (): Promise<unknown> => rowsOn('mysql', spider, 'SELECT COUNT(*) FROM dsvc.sales_order');
    await expectRecovery('Spider', backEnds[0]!, count);
  }, 40_000);
});
