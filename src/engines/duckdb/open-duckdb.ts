import { type DuckDBConnection, type DuckDBInstance, quotedIdentifier, quotedString } from '@duckdb/node-api';
import { relative } from 'node:path';
import { type DataSourceConnection } from '../running/engine';
import { refusals } from '../running/refusals';
import { type FileFormat, formatOfFile, nameFileTable } from './name-file-table';
import { openSandbox, type Surroundings } from './open-sandbox';
import { type DuckDbTable, writeTable } from './write-table';
import { assertInside, resolveSourcePath, sourcesFolder } from './resolve-source-path';

const READERS: Readonly<Record<FileFormat, string>> = {
  csv: 'read_csv',
  json: 'read_json',
  parquet: 'read_parquet',
};

/** Opens the DuckDB file of a data source of type `duckdb`, read-only. */
export async function openDuckDbFile(
  connection: DataSourceConnection,
  surroundings: Surroundings,
): Promise<DuckDBInstance> {
  const folder = await sourcesFolder(surroundings.dataDir);
  const file = resolveSourcePath(folder, pathOption(connection));
  await assertInside(folder, file);
  return openSandbox(file, { surroundings });
}

/** Opens a DuckDB without tables, for statements that read none. */
export function openEmpty(surroundings: Surroundings): Promise<DuckDBInstance> {
  return openSandbox(':memory:', { surroundings });
}

/** Opens a DuckDB in memory that contains only these tables. */
export function openTables(tables: readonly DuckDbTable[], surroundings: Surroundings): Promise<DuckDBInstance> {
  return openSandbox(':memory:', {
    surroundings,
    furnish: async (instance) => {
      const setup = await instance.connect();
      for (const table of tables) await writeTable(setup, table);
      setup.disconnectSync();
      return [];
    },
  });
}

/** A DuckDB with views over files, and the files that it may read: those that existed when it was opened. */
export interface OpenFiles {
  readonly instance: DuckDBInstance;
  readonly files: readonly string[];
}

/**
 * Opens a DuckDB with one view per file or pattern of a data source of type `files` (comma-separated in its option `path`), which reads
 * these files and no others.
 */
export async function openFiles(connection: DataSourceConnection, surroundings: Surroundings): Promise<OpenFiles> {
  const folder = await sourcesFolder(surroundings.dataDir);
  const paths = pathOption(connection).split(',').map((path) => path.trim()); // prettier-ignore
  const files: string[] = [];
  const instance = await openSandbox(':memory:', {
    surroundings,
    furnish: async (opened) => {
      const setup = await opened.connect();
      for (const path of paths) files.push(...(await createView(setup, folder, resolveSourcePath(folder, path))));
      setup.disconnectSync();
      return files;
    },
  });
  return { instance, files };
}

/**
 * Creates a view, and resolves with its pattern and files. The view contains the pattern, so that files which appear later are noticed;
 * existing files are checked for links.
 */
async function createView(setup: DuckDBConnection, folder: string, path: string): Promise<readonly string[]> {
  const format = formatOfFile(path);
  if (format === undefined) throw refusals.misconfigured('a file of a data source ends in .csv, .tsv, .json, .jsonl, .ndjson or .parquet'); // prettier-ignore
  const glob = escapeWildcards(folder) + path.slice(folder.length);
  const pattern = quotedString(glob);
  const found = await setup.runAndReadAll(`SELECT file FROM glob(${pattern}) ORDER BY file`);
  const files = found.getRows().map(([file]) => String(file));
  if (files.length === 0) throw refusals.unfit('no file fits its path');
  for (const file of files) await assertInside(folder, file);
  const name = quotedIdentifier(nameFileTable(relative(folder, path)));
  await setup.run(`CREATE VIEW ${name} AS SELECT * FROM ${READERS[format]}(${pattern}, union_by_name = true)`);
  return [glob, ...files];
}

function escapeWildcards(folder: string): string {
  return folder.replace(/[*?[]/g, '[$&]');
}

function pathOption({ type, options }: DataSourceConnection): string {
  const path = options.get('path');
  if (path === undefined) throw refusals.misconfigured(`a data source of type ${type} needs the option "path"`);
  return path;
}
