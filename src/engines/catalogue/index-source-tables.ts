import { type DialectName, nameKey, type SourceTable } from '../../model';

/** Finds a table by the parts of its name as a mapping writes it: those of the connection's own database or schema. */
export type FindSourceTable = (parts: readonly string[]) => SourceTable | undefined;

export function indexSourceTables(tables: readonly SourceTable[], dialect: DialectName): FindSourceTable {
  const byName = new Map(tables.map((table) => [keyOfTable(table.name, dialect), table]));
  return ([name, ...others]) =>
    name === undefined || others.length > 0 ? undefined : byName.get(keyOfTable(name, dialect));
}

/** Table names of DuckDB ignore letter case; those of the MySQL family are taken as they are written. */
export function keyOfTable(name: string, dialect: DialectName): string {
  return dialect === 'duckdb' ? nameKey(name) : name;
}
