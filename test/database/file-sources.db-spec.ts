import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataSourceConnection, type EnginesService, readKnownTables } from '../../src/engines';
import { type Cell } from '../../src/model';
import { makeDataDir, makeEngines, rowsOf, writeDuckDb } from '../support/engines';

let dataDir: string;
let engines: EnginesService;
let sources: string;

beforeAll(async () => {
  dataDir = makeDataDir('files');
  sources = join(dataDir, 'sources');
  engines = makeEngines(dataDir);
  mkdirSync(join(sources, 'exports'));
  writeFileSync(join(sources, 'tracks.csv'), 'id,title,price,made\n1,"a, b",1.50,2024-02-29\n2,,2.25,\n');
  writeFileSync(join(sources, 'exports', 'sales_1.csv'), 'id,amount\n1,10\n');
  writeFileSync(join(sources, 'exports', 'sales_2.csv'), 'amount,id\n20,2\n');
  writeFileSync(join(sources, 'people.json'), '[{"id": 1, "name": "Ana", "tags": ["x", "y"]}]');
  writeFileSync(join(dataDir, 'outside.csv'), 'secret\n1\n');
  symlinkSync(join(dataDir, 'outside.csv'), join(sources, 'link.csv'));
  symlinkSync(dataDir, join(sources, 'linked'));
  mkdirSync(join(sources, 'outside'));
  symlinkSync(join(dataDir, 'outside.csv'), join(sources, 'outside', 'link.csv'));
  await writeDuckDb(join(dataDir, 'outside.duckdb'), ['CREATE TABLE t AS SELECT 1 AS n']);
  await writeDuckDb(join(sources, 'inside.duckdb'), ['CREATE TABLE t AS SELECT 1 AS n']);
  await writeDuckDb(':memory:', [
    `COPY (SELECT range AS n, 'x' || range AS t FROM range(1000)) TO '${join(sources, 'exports', 'big.parquet')}'`,
  ]);
});
afterAll(async () => {
  await engines.onApplicationShutdown();
  rmSync(dataDir, { recursive: true });
});

const connect = (type: DataSourceConnection['type'], path: string): DataSourceConnection => ({
  ontology: 'o',
  name: `${type} ${path}`,
  type,
  options: new Map([['path', path]]),
});

async function read(type: DataSourceConnection['type'], path: string, sql: string): Promise<(readonly Cell[])[]> {
  const engine = await engines.open(connect(type, path));
  return rowsOf(engine, { dialect: 'duckdb', sql, parameters: [], columns: [] });
}

async function refusesAll(type: DataSourceConnection['type'], paths: readonly string[]): Promise<void> {
  const openings = await Promise.allSettled(paths.map((path) => engines.open(connect(type, path))));
  for (const opening of openings) {
    expect(opening).toMatchObject({
      status: 'rejected',
      reason: {
        code: expect.stringMatching(/^source_(refused|unavailable)$/) as unknown,
        message: expect.not.stringContaining(dataDir) as unknown,
      },
    });
  }
}

describe('a data source of files', () => {
  it('reads CSV with types', async () => {
    expect(await read('files', 'tracks.csv', 'SELECT id, title, made FROM tracks ORDER BY id')).toEqual([
      [1, 'a, b', '2024-02-29'],
      [2, null, null],
    ]);
  });

  it('reads JSON, Parquet and patterns, several at once', async () => {
    const path = 'exports/sales_*.csv, people.json , exports/big.parquet';
    expect(await read('files', path, 'SELECT id, amount FROM sales ORDER BY id')).toEqual([
      [1, 10],
      [2, 20],
    ]);
    expect(await read('files', path, 'SELECT name, tags FROM people')).toEqual([['Ana', '["x","y"]']]);
    expect(await read('files', path, 'SELECT COUNT(*), MAX(n) FROM big')).toEqual([[1000, 999]]);
  });

  it('reads each file of a folder as a table of its own, and files that appear there later', async () => {
    mkdirSync(join(sources, 'shop', 'old'), { recursive: true });
    const write = (name: string, text: string): void => {
      writeFileSync(join(sources, 'shop', name), text);
    };
    write('colour.csv', 'id,name\n1,red\n');
    write('size.csv', 'id,name\n1,small\n2,large\n');
    write('x[1].json', '[{"id": 7}]');
    write('notes.txt', 'not a table');
    write('.hidden.csv', 'id\n1\n');
    write('old/size.csv', 'id,name\n3,tiny\n');
    const ask = (sql: string) => read('files', 'shop/', sql);
    expect(await ask('SELECT name FROM size ORDER BY id')).toEqual([['small'], ['large']]);
    expect(await ask('SELECT id, name FROM colour')).toEqual([[1, 'red']]);
    expect(await ask('SELECT id FROM "x[1]"')).toEqual([[7]]);
    expect(await ask('SELECT count(*) FROM duckdb_views() WHERE NOT internal')).toEqual([[3]]);
    expect(await read('files', 'shop/, tracks.csv', 'SELECT COUNT(*) FROM tracks, size')).toEqual([[4]]);
    write('later.csv', 'id\n5\n');
    expect(await ask('SELECT id FROM later')).toEqual([[5]]);
    await expect(ask('SELECT id FROM never')).rejects.toMatchObject({ code: 'source_refused' });
  });

  it('finds tables and columns that appear later when its tables are read again', async () => {
    mkdirSync(join(sources, 'growing'));
    const write = (name: string, text: string): void => {
      writeFileSync(join(sources, 'growing', name), text);
    };
    write('a.csv', 'id\n1\n');
    const engine = await engines.open(connect('files', 'growing/'));
    const shown = async (): Promise<string[]> => {
      const { names, find } = await readKnownTables(engine, { timeoutMs: 2_000 });
      return names.map(
        (name) =>
          `${name}(${find([name])
            ?.columns.map((column) => column.name)
            .join()})`,
      );
    };
    expect(await shown()).toEqual(['a(id)']);
    write('a.csv', 'id,name\n1,x\n');
    write('b.csv', 'n\n1\n');
    expect(await shown()).toEqual(['a(id,name)', 'b(n)']);
  });

  it('rejects a pattern whose files differ in names or types of columns, and lists them', async () => {
    mkdirSync(join(sources, 'mixed'));
    const write = (name: string, text: string): void => {
      writeFileSync(join(sources, 'mixed', name), text);
    };
    write('a_1.csv', 'id,amount\n1,10\n');
    write('a_2.csv', 'amount,id\n20,2\n');
    write('a_3.csv', 'id,amount\n3,many\n');
    write('a_4.csv', 'id,price\n4,40\n');
    await expect(engines.open(connect('files', 'mixed/a_*.csv'))).rejects.toMatchObject({
      code: 'source_unavailable',
      message: 'the data source is not available',
      details: {
        reason:
          'the files of the table "a" differ in names or types of columns: ' +
          '"a_3.csv" has "amount" as VARCHAR, not BIGINT; "a_4.csv" lacks "amount", also has "price". ' +
          'List them one by one, or as a folder, and map each',
      },
    });
    expect(await read('files', 'mixed/', 'SELECT price FROM a_4')).toEqual([[40]]);
  });

  it('accepts any type of a column without values in a CSV file of a pattern', async () => {
    mkdirSync(join(sources, 'sparse'));
    const write = (name: string, text: string): void => {
      writeFileSync(join(sources, 'sparse', name), text);
    };
    write('b_1.csv', 'id,amount,made\n1,,\n');
    write('b_2.csv', 'id,amount,made\n');
    write('b_3.csv', 'made,id,amount\n2024-02-29,3,30\n');
    expect(await read('files', 'sparse/b_*.csv', 'SELECT id, amount + 1, made FROM b ORDER BY id')).toEqual([
      [1, null, null],
      [3, 31, '2024-02-29'],
    ]);
  });

  it('rejects two files that would be one table', async () => {
    mkdirSync(join(sources, 'twice'));
    writeFileSync(join(sources, 'twice', 'Tracks.csv'), 'id\n1\n');
    for (const path of ['tracks.csv, twice/', 'tracks.csv,twice/Tracks.csv']) {
      await expect(engines.open(connect('files', path))).rejects.toMatchObject({
        details: { reason: 'two files have the table name "Tracks": "tracks.csv" and "Tracks.csv"' },
      });
    }
  });

  it('reads files that match its pattern later', async () => {
    const count = () => read('files', 'exports/sales_*.csv', 'SELECT COUNT(*) FROM sales');
    expect(await count()).toEqual([[2]]);
    writeFileSync(join(sources, 'exports', 'sales_3.csv'), 'id,amount\n3,30\n');
    expect(await count()).toEqual([[3]]);
  });

  it('rejects a path outside of its folder, or to no file', async () => {
    const paths = [
      '../outside.csv',
      'exports/../../outside.csv',
      '/etc/passwd',
      'link.csv',
      'l*.csv',
      'linked/outside.csv',
      'tracks.csv,../outside.csv',
      'exports\\..\\..\\outside.csv',
      'exports',
      'linked/',
      'linked/sources/../',
      'outside/',
      '*/',
      'absent/',
      '/etc/',
      '../',
      'tracks.txt',
      '',
      'file:///etc/passwd',
      'https://example.org/a.csv',
      'nothing.csv',
    ];
    await refusesAll('files', paths);
  });

  it.each([
    `SELECT * FROM read_csv('/etc/passwd')`,
    `SELECT * FROM '${__filename}'`,
    `SELECT * FROM read_text('/etc/hostname')`,
    `SELECT * FROM glob('/etc/*')`,
    `COPY (SELECT 1) TO '/tmp/test-should-not-be.csv'`,
    `ATTACH '/tmp/test-should-not-be.db'`,
    `SET enable_external_access = true`,
    `SET memory_limit = '100GB'`,
    `INSTALL httpfs`,
    `CREATE SECRET (TYPE s3)`,
  ])('does not run %s', async (sql) => {
    await expect(read('files', 'tracks.csv', sql)).rejects.toMatchObject({ code: 'source_refused' });
    await expect(read('duckdb', 'inside.duckdb', sql)).rejects.toMatchObject({ code: 'source_refused' });
  });
});

describe('a data source of type duckdb', () => {
  it('reads its file and does not write to it', async () => {
    expect(await read('duckdb', 'inside.duckdb', 'SELECT n FROM t')).toEqual([[1]]);
    await expect(read('duckdb', 'inside.duckdb', 'INSERT INTO t VALUES (2)')).rejects.toMatchObject({ code: 'source_refused' }); // prettier-ignore
    await expect(read('duckdb', 'inside.duckdb', 'CREATE TABLE u (n INTEGER)')).rejects.toMatchObject({ code: 'source_refused' }); // prettier-ignore
    await expect(read('duckdb', 'inside.duckdb', "SELECT * FROM read_csv('tracks.csv')")).rejects.toMatchObject({ code: 'source_refused' }); // prettier-ignore
  });

  it('rejects a path outside of its folder, or to no database', async () => {
    const paths = [
      '../outside.duckdb',
      'linked/outside.duckdb',
      '/tmp/x.duckdb',
      'absent.duckdb',
      ':memory:',
      'tracks.csv',
    ];
    await refusesAll('duckdb', paths);
  });

  it('spills a large sort to the folder of the service', async () => {
    const sql = 'SELECT MAX(h) FROM (SELECT md5(CAST(range AS VARCHAR)) AS h FROM range(300000) ORDER BY h)';
    expect(await read('duckdb', 'inside.duckdb', sql)).toHaveLength(1);
  });
});

describe('Engines', () => {
  const file = (name: string, path: string) => ({ ...connect('duckdb', path), name });

  it('opens a data source once, and again when its options have changed or it was released', async () => {
    await writeDuckDb(join(sources, 'cached.duckdb'), ['CREATE TABLE t AS SELECT 1 AS n']);
    const first = await engines.open(file('cached', 'cached.duckdb'));
    expect(await engines.open(file('CACHED', 'cached.duckdb'))).toBe(first);
    const changed = await engines.open({ ...connect('files', 'people.json'), name: 'cached' });
    expect(changed).not.toBe(first);
    await engines.release('O', 'Cached');
    const again = await engines.open({ ...connect('files', 'people.json'), name: 'cached' });
    expect(again).not.toBe(changed);
    await expect(first.run({ dialect: 'duckdb', sql: 'SELECT 1', parameters: [], columns: [] }, { timeoutMs: 100 })).rejects.toMatchObject({ code: 'source_unavailable' }); // prettier-ignore
  });

  it('retries after a failure', async () => {
    await expect(engines.open(file('late', 'late.duckdb'))).rejects.toMatchObject({ code: 'source_unavailable' });
    await writeDuckDb(join(sources, 'late.duckdb'), ['CREATE TABLE t AS SELECT 2 AS n']);
    expect((await engines.open(file('late', 'late.duckdb'))).dialect).toBe('duckdb');
  });

  it('lets a running statement finish when its data source is released', async () => {
    const engine = await engines.open(file('released', 'inside.duckdb'));
    const sql = 'SELECT range AS n FROM range(5000)';
    const { batches } = await engine.run({ dialect: 'duckdb', sql, parameters: [], columns: [] }, { timeoutMs: 2_000 });
    const released = engines.release('o', 'released');
    let count = 0;
    for await (const batch of batches) count += batch.length;
    await released;
    expect(count).toBe(5_000);
  });
});
