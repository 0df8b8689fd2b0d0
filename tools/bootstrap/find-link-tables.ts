import { type SourceTable } from '../../src/model';

/** Returns the pure link tables: their primary key consists of two foreign keys, they have no third one, and no table refers to them. */
export function findLinkTables(tables: readonly SourceTable[]): ReadonlySet<SourceTable> {
  const referred = new Set(tables.flatMap((table) => table.foreignKeys.map((key) => key.table)));
  return new Set(tables.filter((table) => !referred.has(table.name) && hasKeyOfTwo(table)));
}

function hasKeyOfTwo({ primaryKey, foreignKeys }: SourceTable): boolean {
  const columns = foreignKeys.flatMap((key) => key.columns);
  return (
    foreignKeys.length === 2 &&
    columns.length === primaryKey.length &&
    primaryKey.every((column) => columns.includes(column))
  );
}
