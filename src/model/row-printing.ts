import type { Cell, NestedCell, OutputColumn, RowStream } from './compiled-query';
import type { PackedStream } from './packed-rows';

/** The format of rows as JSON objects or as CSV, for engines that can print rows without converting cells to values. */
export interface RowPrinting {
  /** How strings are written: as in JSON, or as in CSV. */
  readonly syntax: 'json' | 'csv';
  /** For each column, what precedes its value in a row, such as its key. Columns after the last are not printed. */
  readonly before: readonly string[];
  /** Printed for NULL. */
  readonly none: string;
  /** Whether numbers and booleans are printed as such; otherwise every scalar except NULL is printed as a string. */
  readonly typed: boolean;
  /** Printed between rows. */
  readonly separator: string;
  /** Printed after the values of each row. */
  readonly terminator: string;
  /** Prints one value. */
  readonly printCell: (cell: Cell) => string;
  /** Prints rows from values, with separators and terminators, for rows that the engine cannot print itself. */
  readonly print: (rows: readonly (readonly Cell[])[]) => string;
}

/** The rows to print of a statement that returns one row more than the page, which shows whether another page exists. */
export interface PagePrinting {
  /** Maximum number of rows to print. */
  readonly most: number;
  /** Indexes of the columns whose cells are reported. */
  readonly observed: readonly number[];
  /**
   * Returns a function that receives every row as it arrives, up to the first row that is not printed. The row contains
   * at least the cells of those columns, each at its index. Called again when the statement is executed again; rows
   * that were reported before are then invalid. Absent where no row needs to be reported.
   */
  readonly begin?: () => (row: readonly Cell[]) => void;
}

/** A running result as UTF-8 text of whole rows; otherwise the same as `RowStream`. The separator between two buffers is not included. */
export interface PrintedRows {
  readonly columns: readonly OutputColumn[];
  readonly printed: AsyncIterable<Buffer>;
  /** Returns the number of rows printed so far. */
  readonly rowCount: () => number;
  /** The same as in `RowStream`, if rows were reported. */
  readonly comparable?: readonly boolean[];
}

/** A running result in one of its forms. */
export type ResultRows = RowStream<Cell | NestedCell> | PrintedRows | PackedStream;
