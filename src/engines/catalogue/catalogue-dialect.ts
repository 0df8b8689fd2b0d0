import { type ScalarType } from '../../model';

/** The catalogue queries of one kind of data source. All output columns are strings. */
export interface CatalogueDialect {
  /** `name, is_view` (YES or NO). */
  readonly tables: string;
  /** `table, column, type, is_nullable` (YES or NO), `collation` (or NULL), in the order of the columns. */
  readonly columns: string;
  /**
   * `table, constraint, kind, column, target table, target column`: one row per column; the rows of a constraint are adjacent and in its
   * order.
   */
  readonly keys: string;
  /** `table, column, comment`: the column is NULL for the comment of a table. Rows without a comment may be omitted. */
  readonly comments: string;
  /**
   * `table, rows` from the statistics, for this number of tables, whose names are the parameters; NULL for a table without statistics (a
   * view).
   */
  readonly rowCounts: (tables: number) => string;
  /** `YES` if names of tables ignore letter case although `keyOfTable` does not; absent if that depends on no server. */
  readonly ignoresTableCase?: string;
  /** Returns the same key for names of the same table, whether or not they ignore letter case. */
  readonly keyOfTable: (name: string) => string;
  /** Returns the type of the language for a native type; undefined if there is none. */
  readonly typeOf: (nativeType: string) => ScalarType | undefined;
}
