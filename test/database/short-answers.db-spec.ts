import { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { type BoundValue, type Cell, type CompiledQuery } from '../../src/model';
import { openDuckDbTestEngine, rowsOf, type TestEngine } from '../support/engines';

const ROWS = 20_000;
const integer = (value: number): BoundValue => ({ type: 'integer', text: String(value) });

describe('a statement on DuckDB that returns few rows', () => {
  let test: TestEngine;
  const stream = jest.spyOn(DuckDBPreparedStatement.prototype, 'stream');
  const run = jest.spyOn(DuckDBPreparedStatement.prototype, 'run');
  const end = jest.spyOn(DuckDBConnection.prototype, 'disconnectSync');
  beforeAll(async () => {
    test = await openDuckDbTestEngine('short', [
      `CREATE TABLE things AS SELECT n AS a, 'name ' || n % 100 AS b, n % 1000 AS c FROM (SELECT unnest(range(${ROWS})) AS n)`,
      'CREATE VIEW moment AS SELECT current_localtimestamp() AS a',
    ]);
  });
  beforeEach(() => {
    for (const spy of [stream, run, end]) spy.mockClear();
  });
  afterAll(async () => {
    await test.drop();
    jest.restoreAllMocks();
  });

  let tag = 0;
  /** Returns a different statement on each call. */
  const below = (limit?: CompiledQuery['limit'], tail = ''): ((most: number) => CompiledQuery) => {
    const sql = `SELECT a, b, ${++tag} AS tag FROM things WHERE a < $1${tail}`;
    const columns = ['a', 'b', 'tag'].map((name) => ({ name, type: 'unknown' as const }));
    return (most) => ({ dialect: 'duckdb', sql, parameters: [integer(most)], columns, readsBaseTables: true, ...(limit !== undefined && { limit }) }); // prettier-ignore
  };
  const first = (count: number): Cell[][] => Array.from({ length: count }, (_, n) => [n, `name ${n % 100}`, tag]);
  const calls = (): number[] => [stream.mock.calls.length, run.mock.calls.length];

  it('runs as a whole from the second time on, with the same rows', async () => {
    const query = below('none');
    for (const count of [7, 0, 2_047, 2_048]) expect(await rowsOf(test.engine, query(count))).toEqual(first(count));
    expect(calls()).toEqual([1, 3]);
    expect(end).not.toHaveBeenCalled();
  });

  it('runs once more as a stream when it returns more rows, and the next time at once', async () => {
    const query = below('none');
    for (const count of [5, 2_049, ROWS, 5, 5, 5]) {
      expect(await rowsOf(test.engine, query(count))).toEqual(first(count));
    }
    expect(calls()).toEqual([5, 2]);
  });

  it('runs as a whole at once when its LIMIT is small', async () => {
    const query = below(20, ' LIMIT 20');
    expect(await rowsOf(test.engine, query(ROWS))).toEqual(first(20));
    expect(await rowsOf(test.engine, query(3))).toEqual(first(3));
    expect(calls()).toEqual([0, 2]);
    const long = below(3_000, ' LIMIT 3000');
    expect(await rowsOf(test.engine, long(ROWS))).toEqual(first(3_000));
    expect(calls()).toEqual([1, 2]);
  });

  it('runs as a stream when its number of rows is unknown', async () => {
    const query = below(undefined, ' LIMIT 20');
    for (const time of [1, 2, 3]) {
      expect(await rowsOf(test.engine, query(ROWS))).toEqual(first(20));
      expect(calls()).toEqual([time, 0]);
    }
  });

  it('releases its connection even if its rows are not read', async () => {
    const query = below('none');
    await rowsOf(test.engine, query(3));
    const { batches } = await test.engine.run(query(2_000), { timeoutMs: 5_000 });
    for await (const batch of batches) {
      expect(batch).toHaveLength(500);
      break;
    }
    expect(await rowsOf(test.engine, query(4))).toEqual(first(4));
    expect(end).not.toHaveBeenCalled();
  });

  it('runs after an error, and reads the clock again', async () => {
    const cast = (text: string): CompiledQuery => ({ dialect: 'duckdb', sql: 'SELECT CAST($1 AS INTEGER) AS a', parameters: [{ type: 'string', text }], columns: [{ name: 'a', type: 'unknown' }], limit: 'none' }); // prettier-ignore
    for (const text of ['1', '2']) expect(await rowsOf(test.engine, cast(text))).toEqual([[Number(text)]]);
    await expect(rowsOf(test.engine, cast('no number'))).rejects.toMatchObject({ code: 'source_bad_value' });
    expect(await rowsOf(test.engine, cast('3'))).toEqual([[3]]);
    const moment: CompiledQuery = { dialect: 'duckdb', sql: 'SELECT a FROM moment', parameters: [], columns: [{ name: 'a', type: 'string' }], limit: 'none' }; // prettier-ignore
    const moments = [];
    for (let time = 0; time < 3; time++) moments.push(await rowsOf(test.engine, moment));
    expect(new Set(moments.flat(2)).size).toBe(3);
  });

  it('is stopped at the time-out', async () => {
    const slow = (rows: number): CompiledQuery => ({ dialect: 'duckdb', sql: 'SELECT COUNT(*) AS a FROM range($1) x, things y WHERE hash(x.range, y.a) > 5', parameters: [integer(rows)], columns: [{ name: 'a', type: 'unknown' }], limit: 'none' }); // prettier-ignore
    expect(await rowsOf(test.engine, slow(1))).toHaveLength(1);
    const begin = performance.now();
    await expect(test.engine.run(slow(10_000_000), { timeoutMs: 300 })).rejects.toMatchObject({ code: 'source_timed_out' }); // prettier-ignore
    expect(run).toHaveBeenCalled();
    expect(await rowsOf(test.engine, slow(2))).toHaveLength(1);
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  it('can change no setting except the size of its stream', async () => {
    const set = (setting: string) => rowsOf(test.engine, { dialect: 'duckdb', sql: `SET ${setting}`, parameters: [], columns: [] }); // prettier-ignore
    const locked = [
      'threads = 1',
      "memory_limit = '1GB'",
      "allowed_configs = ['threads']",
      'lock_configuration = false',
    ];
    for (const setting of locked) await expect(set(setting)).rejects.toMatchObject({ code: 'source_refused' });
    expect(await set("streaming_buffer_size = '64KB'")).toEqual([]);
  });
});
