import type { encodeArrow } from './encode-arrow';
import type { collectRows } from './typed-table';
import type { writeParquet } from './write-parquet';

interface Encoders {
  readonly collectRows: typeof collectRows;
  readonly writeParquet: typeof writeParquet;
}

/** Loads what writes Parquet, and DuckDB with it, at its first use. */
export async function loadEncoders(): Promise<Encoders> {
  return { ...(await import('./typed-table.ts')), ...(await import('./write-parquet.ts')) };
}

/** Loads what encodes Arrow at its first use. */
export async function loadArrow(): Promise<{ readonly encodeArrow: typeof encodeArrow }> {
  return await import('./encode-arrow.ts');
}
