import { type DuckDBType, type DuckDBValue } from '@duckdb/node-api';
import { type Cell, type OutputColumn } from '../../model';
import { type ColumnMemory } from './chunk-memory';
import { duckDbReader } from './read-duckdb-cells';

/** A function that returns the cells of a row, each at its index; NULL for columns that are not observed. */
export type ObserveRow = (memory: readonly ColumnMemory[], row: number) => readonly Cell[];

/** Returns a function that reads the cells of the observed columns, for a result with these types. */
export function duckDbRowObserver(
  types: readonly DuckDBType[],
  columns: readonly OutputColumn[],
  observed: readonly number[],
): ObserveRow {
  const readers = types.map((type, index) => duckDbReader(type, columns[index]?.type ?? 'unknown'));
  return (memory, row) => {
    const cells = new Array<Cell>(types.length).fill(null);
    for (const index of observed) {
      const value = (memory[index]?.getItem(row) ?? null) as DuckDBValue;
      cells[index] = value === null ? null : (readers[index]?.(value) ?? null);
    }
    return cells;
  };
}
