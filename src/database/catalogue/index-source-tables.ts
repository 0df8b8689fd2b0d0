import { type DialectName, nameKey, type SourceTable } from '../../model';

/** Finds a table by the parts of its name as a mapping writes it: those of the connection's own database or schema. */
export type FindSourceTable = (parts: readonly string[]) => SourceTable | undefined;

/** Table names of DuckDB ignore letter case; those of the MySQL family are taken as they are written. */
export function indexSourceTables(tables: readonly SourceTable[], dialect: DialectName): FindSourceTable {
  const keyOf = (name: string): string => (dialect === 'duckdb' ? nameKey(name) : name);
  const byName = new Map(tables.map((table) => [keyOf(table.name), table]));
  return ([name, ...others]) => (name === undefined || others.length > 0 ? undefined : byName.get(keyOf(name)));
}
