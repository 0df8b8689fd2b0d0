import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** A Parquet file as DuckDB reads it: the names and types of its columns, and its values as JSON. */
export interface ParquetTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Reads a Parquet file. Throws if it is not complete. */
export async function readParquet(bytes: Buffer): Promise<ParquetTable> {
  const folder = mkdtempSync(join(tmpdir(), 'read-parquet-'));
  const path = join(folder, 'read.parquet');
  writeFileSync(path, bytes);
  const instance = await DuckDBInstance.create(':memory:');
  try {
    const connection = await instance.connect();
    const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
    const columns = (await read(`DESCRIBE SELECT * FROM '${path}'`)).map(([name, type]) => `${name as string} ${type as string}`); // prettier-ignore
    const rows = await read(`SELECT * FROM '${path}'`);
    connection.disconnectSync();
    return { columns, rows };
  } finally {
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }
}
