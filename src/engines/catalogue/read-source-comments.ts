import { type Engine, type RunOptions } from '../running/engine';
import { CATALOGUE_DIALECTS, readRows } from './read-rows';

/** The comments of a table and of its columns, by their names. */
export interface TableComments {
  readonly table?: string;
  readonly columns: ReadonlyMap<string, string>;
}

/** The tables with comments, by name. */
export type SourceComments = ReadonlyMap<string, TableComments>;

/** Reads the comments that people have written for tables and columns in the data source. */
export async function readSourceComments(engine: Engine, options: RunOptions): Promise<SourceComments> {
  const found = new Map<string, { table?: string; columns: Map<string, string> }>();
  for (const [table, column, text] of await readRows(
    engine,
    { sql: CATALOGUE_DIALECTS[engine.dialect].comments },
    options,
  )) {
    const comment = String(text).trim();
    if (comment === '') continue;
    const own = found.get(String(table)) ?? { columns: new Map<string, string>() };
    found.set(String(table), own);
    if (column === null || column === undefined) own.table = comment;
    else own.columns.set(String(column), comment);
  }
  return found;
}
