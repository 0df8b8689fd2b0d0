import { type SourceTable } from '../../model';

/** The columns that identify a row of a table, by their names in the data source; empty if they are unknown. */
export interface FoundKey {
  readonly columns: readonly string[];
  /** Notes for a person to check. */
  readonly notes: readonly string[];
}

/** Returns the primary key, or else a unique key without NULLs. */
export function findKey({ primaryKey, uniqueKeys, columns }: SourceTable): FoundKey {
  if (primaryKey.length > 0) return { columns: primaryKey, notes: [] };
  const nullable = new Set(columns.filter((column) => column.nullable).map((column) => column.name));
  const unique = uniqueKeys.find((key) => !key.some((column) => nullable.has(column)));
  if (unique === undefined) return { columns: [], notes: [] };
  return { columns: unique, notes: ['There is no primary key in the data source: this is a unique key.'] };
}
