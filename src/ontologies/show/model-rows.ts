import { type Cell, type OutputColumn, type ScalarTypeName } from '../../model';

/** Rows of a statement or system table that reads the model (docs/language.md). */
export interface ModelRows {
  readonly columns: readonly OutputColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

type Columns = Readonly<Record<string, ScalarTypeName>>;

/** Returns rows with columns in the form name to type. */
export function modelRows(columns: Columns, rows: readonly (readonly Cell[])[]): ModelRows {
  return { columns: Object.entries(columns).map(([name, type]) => ({ name, type })), rows };
}

/** Returns the rows as objects by column name. */
export function rowObjects({ columns, rows }: ModelRows): Record<string, Cell>[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])));
}

/** Prints a time of the system database (ISO 8601 in UTC) with its milliseconds. */
export function printTime(iso: string): string {
  return iso.replace('T', ' ').replace('Z', '');
}

/** Returns the string, or null for an empty one. */
export function orNull(text: string): Cell {
  return text === '' ? null : text;
}

/** Returns a flag of a system table: 1 or 0. */
export function flag(value: boolean): Cell {
  return value ? 1 : 0;
}
