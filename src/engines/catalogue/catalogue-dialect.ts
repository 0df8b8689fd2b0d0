import { type ScalarType } from '../../model';

/** How one kind of data source is asked for its catalogue. All output columns are text. */
export interface CatalogueDialect {
  /** `name, is_view` (YES or NO). */
  readonly tables: string;
  /** `table, column, type, is_nullable` (YES or NO), `collation` (or NULL), in the order of the columns. */
  readonly columns: string;
  /** `table, constraint, kind, column, target table, target column`: one row a column, those of a constraint together and in its order. */
  readonly keys: string;
  /** `table, rows` of so many tables, whose names are the parameters, as statistics tell; NULL of what has none (a view). */
  readonly rowCounts: (tables: number) => string;
  /** Equal for names of the same table, whether or not they ignore letter case. */
  readonly keyOfTable: (name: string) => string;
  /** The type of the language for a native one. */
  readonly typeOf: (nativeType: string) => ScalarType | undefined;
}
