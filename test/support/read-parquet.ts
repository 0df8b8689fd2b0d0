import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** The names and types of columns, and their values in the form in which DuckDB prints them as JSON. */
export interface TypedTableContent {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Reads a Parquet file as DuckDB does. Throws if it is not complete. */
export async function readParquet(bytes: Buffer): Promise<TypedTableContent> {
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
