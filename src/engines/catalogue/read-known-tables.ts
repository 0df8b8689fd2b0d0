import { nameKey } from '../../model';
import { type Engine, type RunOptions } from '../running/engine';
import { type FindSourceTable, indexSourceTables } from './index-source-tables';
import { CATALOGUE_DIALECTS, readRows } from './read-rows';
import { readSourceCatalogue } from './read-source-catalogue';

/** The tables of a data source at one point in time. `find` compares names as the data source does. */
export interface ReadTables {
  readonly names: readonly string[];
  readonly find: FindSourceTable;
}

/** Reads the names of all tables and their columns, without any cache. */
export async function readKnownTables(engine: Engine, options: RunOptions): Promise<ReadTables> {
  await engine.refresh?.();
  const tables = await readSourceCatalogue(engine, options);
  const names = tables.map(({ name }) => name);
  const find = indexSourceTables(tables, engine.dialect);
  if (!(await ignoresTableCase(engine, options))) return { names, find };
  const spelling = new Map(names.map((name) => [nameKey(name), name]));
  return { names, find: (parts) => find(parts.map((part) => spelling.get(nameKey(part)) ?? part)) };
}

async function ignoresTableCase(engine: Engine, options: RunOptions): Promise<boolean> {
  const sql = CATALOGUE_DIALECTS[engine.dialect].ignoresTableCase;
  if (sql === undefined) return false;
  const [row] = await readRows(engine, { sql }, options);
  return row?.[0] === 'YES';
}
