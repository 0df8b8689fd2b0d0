import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type DuckDbTable } from './duckdb/write-table';
import { writeDuckDbFile } from './write-duckdb-file';

const TABLE: DuckDbTable = {
  name: 'odd "name"',
  columns: [
    { name: 'id', type: 'INTEGER' },
    { name: 'label', type: 'VARCHAR' },
    { name: 'share', type: 'DOUBLE' },
    { name: 'is_new', type: 'BOOLEAN' },
  ],
  primaryKey: ['id'],
  rows: [
    [1, "it's", 2, true],
    [2, null, null, false],
  ],
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'duckdb-file-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('writes the tables with their types and NULLs, and no other file', async () => {
  const path = join(folder, 'a.duckdb');
  await writeDuckDbFile(path, [TABLE]);
  expect(await readdir(folder)).toEqual(['a.duckdb']);
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll('SELECT * FROM "odd ""name""" ORDER BY id');
  expect(reader.getRows()).toEqual(TABLE.rows);
  expect(reader.columnTypes().map(String)).toEqual(['INTEGER', 'VARCHAR', 'DOUBLE', 'BOOLEAN']);
  connection.closeSync();
  instance.closeSync();
});

it('creates no file when the rows fail, and overwrites the partial file of an interrupted call', async () => {
  const path = join(folder, 'a.duckdb');
  const failing = { ...TABLE, rows: [...TABLE.rows, ...TABLE.rows] };
  await expect(writeDuckDbFile(path, [failing])).rejects.toThrow();
  expect(await readdir(folder)).not.toContain('a.duckdb');
  await writeFile(`${path}.partial`, 'half of a file');
  await writeDuckDbFile(path, [TABLE]);
  expect(await readdir(folder)).toEqual(['a.duckdb']);
});
