import { type DuckDBInstance } from '@duckdb/node-api';
import { type DataSourceConnection } from '../running/engine';
import { type DuckDbEngine, type EmbeddedShare } from './duckdb-engine';
import { type FilesEngine } from './files-engine';
import type * as Openers from './open-duckdb';
import { type Surroundings } from './open-sandbox';

/**
 * Opens an engine with one of the functions of `open-duckdb.ts`. Loads DuckDB on first use, so that a service that reads only MySQL does
 * not use its memory.
 */
export async function openEmbeddedEngine(
  open: (openers: typeof Openers) => Promise<DuckDBInstance>,
  share: EmbeddedShare,
): Promise<DuckDbEngine> {
  const openers = await import('./open-duckdb.ts');
  const { DuckDbEngine: Engine } = await import('./duckdb-engine.ts');
  return new Engine(await open(openers), share);
}

/** Opens the engine of a data source of type `files`. */
export async function openFilesEngine(
  connection: DataSourceConnection,
  surroundings: Surroundings,
  share: EmbeddedShare,
): Promise<FilesEngine> {
  const { openFiles } = await import('./open-duckdb.ts');
  const { DuckDbEngine: Engine } = await import('./duckdb-engine.ts');
  const { FilesEngine: Files } = await import('./files-engine.ts');
  const open = async () => {
    const { instance, content } = await openFiles(connection, surroundings);
    return { engine: new Engine(instance, share), content };
  };
  return new Files(await open(), open);
}
