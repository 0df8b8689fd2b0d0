import type { encodeArrow } from './encode-arrow';
import type { collectRows } from './typed-table';
import type { writeParquet } from './write-parquet';

// in a file of its own: TypeScript does not rewrite an import of a .ts file within a class that has decorators

/** Loads what writes Parquet, and DuckDB with it, at its first use. */
export async function loadParquet(): Promise<{
  readonly collectRows: typeof collectRows;
  readonly writeParquet: typeof writeParquet;
}> {
  return { ...(await import('./typed-table.ts')), ...(await import('./write-parquet.ts')) };
}

/** Loads what encodes Arrow, and DuckDB with it, at its first use. */
export async function loadArrow(): Promise<{
  readonly collectRows: typeof collectRows;
  readonly encodeArrow: typeof encodeArrow;
}> {
  return { ...(await import('./typed-table.ts')), ...(await import('./encode-arrow.ts')) };
}
