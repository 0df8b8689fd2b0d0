import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb-engine';
import { KeptStatements } from '../../src/engines/duckdb/prepared-statements';
import { openSandbox } from '../../src/engines/duckdb/open-sandbox';
import { Slots } from '../../src/engines/running/statements';
import { type CompiledQuery } from '../../src/model';
import { makeDataDir, rowsOf, writeDuckDb } from '../support/engines';

const ENGINES = 4;
const ROWS = 20_000;
const MOST = 10;

describe('the prepared statements that embedded engines keep together', () => {
  let dataDir: string;
  let kept: KeptStatements;
  let engines: DuckDbEngine[];
  /** Prepared and not yet destroyed. */
  const alive = new Set<DuckDBPreparedStatement>();
  const prepared: string[] = [];

  beforeAll(async () => {
    dataDir = makeDataDir('shared-statements');
    const table = `CREATE TABLE things AS SELECT range AS a, 'name ' || range AS b FROM range(${ROWS})`;
    for (let n = 0; n < ENGINES; n++) await writeDuckDb(join(dataDir, 'sources', `${n}.duckdb`), [table]);
    const prepare = Reflect.get(DuckDBConnection.prototype, 'prepare');
    jest.spyOn(DuckDBConnection.prototype, 'prepare').mockImplementation(async function (this: DuckDBConnection, sql) {
      const statement = await prepare.call(this, sql);
      prepared.push(sql);
      alive.add(statement);
      return statement;
    });
    const destroy = Reflect.get(DuckDBPreparedStatement.prototype, 'destroySync');
    jest.spyOn(DuckDBPreparedStatement.prototype, 'destroySync').mockImplementation(function (
      this: DuckDBPreparedStatement,
    ) {
      alive.delete(this);
      destroy.call(this);
    });
  });
  beforeEach(async () => {
    await open({ statements: MOST, characters: 100_000 });
    prepared.length = 0;
  });
  afterEach(async () => {
    for (const engine of engines) await engine.close();
    expect([kept.size, alive.size]).toEqual([0, 0]);
  });
  afterAll(() => {
    jest.restoreAllMocks();
    rmSync(dataDir, { recursive: true });
  });

  async function open(most: ConstructorParameters<typeof KeptStatements>[0]): Promise<void> {
    kept = new KeptStatements(most);
    engines = [];
    for (let n = 0; n < ENGINES; n++) {
      const instance = await openSandbox(join(dataDir, 'sources', `${n}.duckdb`), {
        surroundings: { dataDir, workers: 1 },
      });
      engines.push(new DuckDbEngine(instance, { slots: new Slots(50), kept }));
    }
  }

  const one = (n: number): CompiledQuery => query(`SELECT b FROM things WHERE a = ${n}`);
  const query = (sql: string): CompiledQuery => ({ dialect: 'duckdb', sql, parameters: [], columns: [{ name: 'b', type: 'string' }], readsBaseTables: true }); // prettier-ignore
  const seen = () => ({ kept: kept.size, alive: alive.size });

  it('never exceed the maximum, however many engines and connections there are', async () => {
    for (let n = 0; n < 30; n++) {
      const answers = engines.flatMap((engine) => [rowsOf(engine, one(n)), rowsOf(engine, one(n + 1))]);
      for (const [index, rows] of (await Promise.all(answers)).entries())
        expect(rows).toEqual([[`name ${n + (index % 2)}`]]);
      expect(seen()).toEqual({ kept: Math.min(MOST, 8 * (n + 1)), alive: Math.min(MOST, 8 * (n + 1)) });
    }
  });

  it('never exceed the maximum of characters; a statement that exceeds it alone is not kept', async () => {
    for (const engine of engines) await engine.close();
    await open({ statements: MOST, characters: 70 });
    for (const n of [1, 2, 3]) await rowsOf(engines[n]!, one(n));
    expect(seen()).toEqual({ kept: 2, alive: 2 });
    expect(await rowsOf(engines[0]!, query(`${one(1).sql}${' '.repeat(100)}`))).toEqual([['name 1']]);
    expect(seen()).toEqual({ kept: 2, alive: 2 });
  });

  it('are evicted in the order of their last use, and return the same rows when prepared again', async () => {
    const [first, second] = engines as [DuckDbEngine, DuckDbEngine];
    for (const n of [1, 2]) await rowsOf(first, one(n));
    for (let n = 3; n < 3 + MOST - 1; n++) {
      await rowsOf(second, one(n));
      expect(await rowsOf(first, one(1))).toEqual([['name 1']]);
    }
    prepared.length = 0;
    for (const n of [1, 2]) expect(await rowsOf(first, one(n))).toEqual([[`name ${n}`]]);
    expect(prepared).toEqual([one(2).sql]);
  });

  it('count only after they end, so that a running one is not destroyed', async () => {
    const [first, ...others] = engines as [DuckDbEngine, ...DuckDbEngine[]];
    const long = query('SELECT b FROM things');
    const { batches } = await first.run(long, { timeoutMs: 10_000 });
    let rowCount = 0;
    for await (const batch of batches) {
      if (rowCount % 1000 === 0) {
        for (const [index, engine] of others.entries())
          for (const n of Array(5).keys()) await rowsOf(engine, one(5 * rowCount + 5 * index + n));
        expect(seen()).toEqual({ kept: MOST, alive: MOST + 1 });
      }
      rowCount += batch.length;
    }
    expect(rowCount).toBe(ROWS);
    expect(seen()).toEqual({ kept: MOST, alive: MOST });
    prepared.length = 0;
    expect(await rowsOf(first, long)).toHaveLength(ROWS);
    expect(prepared).toEqual([]);
  });

  it('are removed with their engine or connection, those of others are not', async () => {
    const [first, second] = engines as [DuckDbEngine, DuckDbEngine];
    for (const n of [1, 2]) for (const engine of [first, second]) await rowsOf(engine, one(n));
    const { batches } = await first.run(query('SELECT b FROM things'), { timeoutMs: 10_000 });
    for await (const batch of batches) {
      expect(batch.length).toBeGreaterThan(0);
      expect(seen()).toEqual({ kept: 4, alive: 5 });
      break;
    }
    await first.close();
    expect(seen()).toEqual({ kept: 2, alive: 2 });
    prepared.length = 0;
    for (const n of [1, 2]) expect(await rowsOf(second, one(n))).toEqual([[`name ${n}`]]);
    expect(prepared).toEqual([]);
  });
});
