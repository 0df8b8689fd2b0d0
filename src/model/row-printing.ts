import type { Cell, OutputColumn } from './compiled-query';

/** How an answer prints rows as JSON objects, told to an engine that can print them without making values of them. */
export interface RowPrinting {
  /** By column: its key as JSON, with the colon. Columns behind them are not printed. */
  readonly keys: readonly string[];
  /** Numbers and booleans as such; else every scalar but NULL as a string. */
  readonly typed: boolean;
  /** Stands between the rows. */
  readonly separator: string;
  /** Stands behind each row. */
  readonly terminator: string;
  /** The same from values: separated and terminated, for what the engine cannot print itself. */
  readonly print: (rows: readonly (readonly Cell[])[]) => string;
}

/** Of a statement that gives a row more than is printed, to tell whether there is one. */
export interface PagePrinting {
  /** Rows that are printed. */
  readonly most: number;
  /** Columns of which is told. */
  readonly told: readonly number[];
  /**
   * Gives who is told of every row as it comes, up to the one behind the last that is printed: of its cells in those columns at
   * least, each in its place. Asked anew where the statement is run once more: what was told before does not count then.
   */
  readonly begin: () => (row: readonly Cell[]) => void;
}

/** A running result as UTF-8 text of whole rows; for the rest as `RowStream`. What stands between two pieces of it is not in it. */
export interface PrintedRows {
  readonly columns: readonly OutputColumn[];
  readonly printed: AsyncIterable<Buffer>;
  /** How many were printed so far. */
  readonly rowCount: () => number;
  /** As of `RowStream`, where rows were told of. */
  readonly comparable?: readonly boolean[];
}
