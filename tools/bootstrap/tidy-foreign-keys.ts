import { type SourceForeignKey, type SourceTable } from '../../src/model';

/** The tables with those foreign keys that lead to one of them, each once, in the order of their columns. */
export function tidyForeignKeys(tables: readonly SourceTable[]): readonly SourceTable[] {
  const known = new Set(tables.map(({ name }) => name));
  return tables.map((table) => {
    const position = ({ columns: [first] }: SourceForeignKey) => table.columns.findIndex(({ name }) => name === first);
    const distinct = new Map(table.foreignKeys.map((key) => [JSON.stringify([key.table, key.columns]), key]));
    const foreignKeys = [...distinct.values()].filter((key) => known.has(key.table));
    return { ...table, foreignKeys: foreignKeys.toSorted((a, b) => position(a) - position(b)) };
  });
}
