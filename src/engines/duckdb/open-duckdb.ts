import { type DuckDBConnection, type DuckDBInstance, quotedIdentifier, quotedString } from '@duckdb/node-api';
import { type DataSourceConnection } from '../running/engine';
import { refusals } from '../running/refusals';
import { checkAlike } from './check-alike';
import { type FileTable, findFileTables } from './find-file-tables';
import { READERS } from './name-file-table';
import { openSandbox, type Surroundings } from './open-sandbox';
import { type DuckDbTable, writeTable } from './write-table';
import { assertInside, resolveSourcePath, sourcesFolder } from './resolve-source-path';

const COLUMNS =
  'SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal ORDER BY table_name, column_index';

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

/** A DuckDB with views over files. `content` is equal for the same files with the same columns. */
export interface OpenFiles {
  readonly instance: DuckDBInstance;
  readonly content: string;
}

/**
 * Opens a DuckDB with one view for each table of a data source of type `files` (docs/language.md), which reads the files of its tables and
 * no others.
 */
export async function openFiles(connection: DataSourceConnection, surroundings: Surroundings): Promise<OpenFiles> {
  const folder = await sourcesFolder(surroundings.dataDir);
  const files: string[] = [];
  let content = '';
  const instance = await openSandbox(':memory:', {
    surroundings,
    furnish: async (opened) => {
      const setup = await opened.connect();
      for (const table of await findFileTables(setup, folder, pathOption(connection))) {
        await checkAlike(setup, table);
        await createView(setup, table);
        files.push(table.glob, ...table.files);
      }
      const found = await setup.runAndReadAll(COLUMNS);
      content = JSON.stringify([files, found.getRows()]);
      setup.disconnectSync();
      return files;
    },
  });
  return { instance, content };
}

/** Creates a view that reads the pattern itself, so that files which appear later are noticed. */
async function createView(setup: DuckDBConnection, { name, format, glob }: FileTable): Promise<void> {
  const rows = `${READERS[format]}(${quotedString(glob)}, union_by_name = true)`;
  await setup.run(`CREATE VIEW ${quotedIdentifier(name)} AS SELECT * FROM ${rows}`);
}

function pathOption({ type, options }: DataSourceConnection): string {
  const path = options.get('path');
  if (path === undefined) throw refusals.misconfigured(`a data source of type ${type} needs the option "path"`);
  return path;
}
