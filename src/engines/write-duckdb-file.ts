import { rename, rm } from 'node:fs/promises';
import { type DuckDbTable } from './duckdb/write-table';

/**
 * Writes a DuckDB file that contains these tables. It appears complete or not at all; the next call removes the partial file of an
 * interrupted one.
 */
export async function writeDuckDbFile(path: string, tables: readonly DuckDbTable[]): Promise<void> {
  const partial = `${path}.partial`;
  await Promise.all([rm(partial, { force: true }), rm(`${partial}.wal`, { force: true })]);
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const { writeTable } = await import('./duckdb/write-table.ts');
  const instance = await DuckDBInstance.create(partial);
  try {
    const connection = await instance.connect();
    for (const table of tables) await writeTable(connection, table);
    await connection.run('CHECKPOINT');
    connection.closeSync();
  } finally {
    instance.closeSync();
  }
  await rename(partial, path);
}
