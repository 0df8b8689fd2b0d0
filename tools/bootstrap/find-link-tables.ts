import { type SourceTable } from '../../src/model';

/** The pure link tables: the primary key is two foreign keys side by side, there is no third, and no table refers to it. */
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
