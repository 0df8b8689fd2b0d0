import { type Cell, type OutputColumn, type ScalarTypeName } from '../../model';

/** Rows of a statement or system table that reads the model (docs/language.md). */
export interface ModelRows {
  readonly columns: readonly OutputColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

type Columns = Readonly<Record<string, ScalarTypeName>>;

/** Rows under columns that are given as name and type. */
export function modelRows(columns: Columns, rows: readonly (readonly Cell[])[]): ModelRows {
  return { columns: Object.entries(columns).map(([name, type]) => ({ name, type })), rows };
}

/** The rows as objects by column name. */
export function rowObjects({ columns, rows }: ModelRows): Record<string, Cell>[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])));
}

/** A time of the system database (ISO-8601 in UTC), with its milliseconds. */
export function printTime(iso: string): string {
  return iso.replace('T', ' ').replace('Z', '');
}

/** Flags of system tables are integers. */
export function flag(value: boolean): Cell {
  return value ? 1 : 0;
}
