import { DuckDBConnection } from '@duckdb/node-api';
import { type BoundValue, type Cell, type CompiledQuery } from '../../src/model';
import { openDuckDbTestEngine, rowsOf, type TestEngine } from '../support/engines';

const integer = (text: string): BoundValue => ({ type: 'integer', text });

describe('a statement that runs again on DuckDB', () => {
  let test: TestEngine;
  const prepare = jest.spyOn(DuckDBConnection.prototype, 'prepare');
  const connect = jest.spyOn(DuckDBConnection.prototype, 'disconnectSync');
  beforeAll(async () => {
    test = await openDuckDbTestEngine('kept', [
      'CREATE TABLE things (a HUGEINT PRIMARY KEY, b VARCHAR)',
      "INSERT INTO things SELECT range, 'name ' || range FROM range(50000)",
      "INSERT INTO things VALUES (100000000000000000000, 'huge')",
      'CREATE VIEW moment AS SELECT current_localtimestamp() AS a',
    ]);
  });
  beforeEach(() => {
    prepare.mockClear();
    connect.mockClear();
  });
  afterAll(async () => {
    await test.drop();
    jest.restoreAllMocks();
  });

  const plain = (sql: string, ...parameters: readonly BoundValue[]): CompiledQuery => ({
    dialect: 'duckdb',
    sql,
    parameters,
    columns: [{ name: 'b', type: 'string' }],
    readsBaseTables: true,
  });
  const NAME = 'SELECT b FROM things WHERE a = ?';
  const nameOf = async (value: BoundValue): Promise<Cell | undefined> => (await rowsOf(test.engine, plain(NAME, value)))[0]?.[0]; // prettier-ignore

  it('is prepared once if it reads only base tables, whatever its values and their types', async () => {
    expect(await nameOf(integer('7'))).toBe('name 7');
    expect(await nameOf(integer('100000000000000000000'))).toBe('huge');
    expect(await nameOf({ type: 'null', text: '' })).toBeUndefined();
    expect(await nameOf({ type: 'string', text: '8' })).toBe('name 8');
    expect(await nameOf(integer('9'))).toBe('name 9');
    expect(prepare).toHaveBeenCalledTimes(1);
    expect(connect).not.toHaveBeenCalled();
  });

  it('runs on separate connections at the same time, and keeps them for later statements', async () => {
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    for (const round of [0, 1]) {
      const names = await Promise.all(numbers.map((number) => nameOf(integer(String(number + round)))));
      expect(names).toEqual(numbers.map((number) => `name ${number + round}`));
    }
    expect(prepare.mock.calls.length).toBeLessThanOrEqual(10);
    expect(connect).not.toHaveBeenCalled();
  });

  it('runs after it failed, and after its reader stopped early', async () => {
    const cast = (value: string) => rowsOf(test.engine, plain('SELECT b FROM things WHERE a = CAST(? AS INTEGER)', { type: 'string', text: value })); // prettier-ignore
    await expect(cast('no number')).rejects.toMatchObject({ code: 'source_bad_value' });
    expect(await cast('5')).toEqual([['name 5']]);
    const { batches } = await test.engine.run(plain('SELECT b FROM things'), { timeoutMs: 5_000 });
    for await (const batch of batches) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    expect(await rowsOf(test.engine, plain('SELECT b FROM things'))).toHaveLength(50_001);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it('is prepared again after too many others', async () => {
    const others = Array.from({ length: 210 }, (_, index) => `SELECT b FROM things WHERE a = ${index}`);
    for (const sql of others) expect(await rowsOf(test.engine, plain(sql))).toHaveLength(1);
    expect(await nameOf(integer('1'))).toBe('name 1');
    expect(prepare.mock.calls.filter(([sql]) => sql === NAME)).toHaveLength(1);
  });

  it('reads the clock each time if a view may hide it', async () => {
    const moment: CompiledQuery = { dialect: 'duckdb', sql: 'SELECT a FROM moment', parameters: [], columns: [{ name: 'a', type: 'string' }] }; // prettier-ignore
    const [first] = await rowsOf(test.engine, moment);
    const [second] = await rowsOf(test.engine, moment);
    expect(second).not.toEqual(first);
    expect(prepare).toHaveBeenCalledTimes(2);
  });
});
