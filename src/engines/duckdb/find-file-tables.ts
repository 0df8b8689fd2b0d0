import { type DuckDBConnection, quotedString } from '@duckdb/node-api';
import { posix, relative } from 'node:path';
import { refusals } from '../running/refusals';
import { escapeWildcards, type FileFormat, formatOfFile, nameFile, nameFileTable } from './name-file-table';
import { assertInside, resolveSourcePath } from './resolve-source-path';

/** A table of a data source of type `files`. */
export interface FileTable {
  readonly name: string;
  readonly format: FileFormat;
  /** What the table reads: a pattern, so that files which appear later are noticed, or one file with its wildcards escaped. */
  readonly glob: string;
  /** The files that match, in order; each is inside the folder of all sources, with links followed. */
  readonly files: readonly string[];
}

const ENDINGS = '.csv, .tsv, .json, .jsonl, .ndjson or .parquet';

/**
 * Returns the tables of a list of paths below `folder`, separated by commas: a path that ends in `/` is a folder with one table for each of
 * its data files, any other a file or a pattern, which is one table. No two of them may have the same name.
 */
export async function findFileTables(setup: DuckDBConnection, folder: string, paths: string): Promise<FileTable[]> {
  const tables: FileTable[] = [];
  for (const path of paths.split(',').map((part) => part.trim())) {
    const resolved = resolveSourcePath(folder, path);
    if (path.endsWith('/')) tables.push(...(await findInFolder(setup, folder, resolved)));
    else tables.push(await findTable(setup, folder, resolved));
  }
  checkNames(tables);
  return tables;
}

async function findInFolder(setup: DuckDBConnection, folder: string, path: string): Promise<FileTable[]> {
  const all = await listFiles(setup, `${escapeWildcards(path)}*`);
  const files = all.filter((file) => formatOfFile(file) !== undefined && !posix.basename(file).startsWith('.'));
  if (files.length === 0) throw refusals.unfit(`the folder has no file that ends in ${ENDINGS}`);
  for (const file of files) await assertInside(folder, file);
  return files.flatMap((file) => {
    const format = formatOfFile(file);
    return format === undefined ? [] : [{ name: nameFile(file), format, glob: escapeWildcards(file), files: [file] }];
  });
}

async function findTable(setup: DuckDBConnection, folder: string, path: string): Promise<FileTable> {
  const format = formatOfFile(path);
  if (format === undefined) {
    throw refusals.misconfigured(`the path of a data source must end in ${ENDINGS}, or in "/" for a folder`);
  }
  const glob = escapeWildcards(folder) + path.slice(folder.length);
  const files = await listFiles(setup, glob);
  if (files.length === 0) throw refusals.unfit('no file matches the path');
  for (const file of files) await assertInside(folder, file);
  return { name: nameFileTable(relative(folder, path)), format, glob, files };
}

async function listFiles(setup: DuckDBConnection, glob: string): Promise<string[]> {
  const found = await setup.runAndReadAll(`SELECT file FROM glob(${quotedString(glob)}) ORDER BY file`);
  return found.getRows().map(([file]) => String(file));
}

/** Rejects two tables with one name: they would be united, or one would hide the other. */
function checkNames(tables: readonly FileTable[]): void {
  const byName = new Map<string, FileTable>();
  for (const table of tables) {
    const other = byName.get(table.name.toLowerCase());
    if (other !== undefined) {
      const files = [other, table].map(({ files: [file = ''] }) => `"${posix.basename(file)}"`);
      throw refusals.unfit(`two files have the table name "${table.name}": ${files.join(' and ')}`);
    }
    byName.set(table.name.toLowerCase(), table);
  }
}
