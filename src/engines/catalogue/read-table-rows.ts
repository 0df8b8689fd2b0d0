import { type Engine, type RunOptions } from '../running/engine';
import { CATALOGUE_DIALECTS, readRows } from './read-rows';

/**
 * Returns the total number of rows of tables from the statistics of the data source; a table counts as often as it is named. Returns
 * undefined if there are no statistics for one of them: a view, or a table outside the connection's own database or schema.
 */
export async function readTableRows(
  engine: Engine,
  tables: readonly (readonly string[])[],
  options: RunOptions,
): Promise<number | undefined> {
  const names = tables.flatMap(([name, ...others]) => (name === undefined || others.length > 0 ? [] : [name]));
  if (names.length < tables.length || names.length === 0) return undefined;
  const texts = [...new Set(names)];
  const { keyOfTable, rowCounts } = CATALOGUE_DIALECTS[engine.dialect];
  const sql = rowCounts(texts.length);
  const rowsOf = new Map<string, number>();
  for (const [name, rows] of await readRows(engine, { sql, texts }, options)) {
    if (rows !== null) rowsOf.set(keyOfTable(String(name)), Number(rows));
  }
  const counts = names.map((name) => rowsOf.get(keyOfTable(name)));
  const known = counts.filter((count) => count !== undefined);
  return known.length < counts.length ? undefined : known.reduce((sum, count) => sum + count, 0);
}
