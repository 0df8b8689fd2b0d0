import { type Engine, type RunOptions } from '../running/engine';
import { CATALOGUE_DIALECTS, readRows } from './read-rows';

/**
 * How many rows tables have together, a table as often as it is named, as the statistics of the data source tell; undefined
 * where they do not tell of one of them: a view, or a table outside of the connection's own database or schema.
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
  const told = new Map<string, number>();
  for (const [name, rows] of await readRows(engine, { sql, texts }, options)) {
    if (rows !== null) told.set(keyOfTable(String(name)), Number(rows));
  }
  const counts = names.map((name) => told.get(keyOfTable(name)));
  const known = counts.filter((count) => count !== undefined);
  return known.length < counts.length ? undefined : known.reduce((sum, count) => sum + count, 0);
}
