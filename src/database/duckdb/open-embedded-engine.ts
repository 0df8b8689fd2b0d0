import { type DuckDBInstance } from '@duckdb/node-api';
import { type Slots } from '../running/slots';
import { type DuckDbEngine } from './duckdb-engine';
import type * as Openers from './open-duckdb';

/** An engine over what one of the functions of `open-duckdb.ts` opens. DuckDB is loaded here first: who reads MySQL alone does without its memory. */
export async function openEmbeddedEngine(
  open: (openers: typeof Openers) => Promise<DuckDBInstance>,
  slots: Slots,
): Promise<DuckDbEngine> {
  const openers = await import('./open-duckdb.ts');
  const { DuckDbEngine: Engine } = await import('./duckdb-engine.ts');
  return new Engine(await open(openers), slots);
}
