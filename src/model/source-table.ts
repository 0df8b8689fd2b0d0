import type { ScalarType } from './scalar-type';

/** A table or view in the catalogue of a data source, with the names used there. */
export interface SourceTable {
  readonly name: string;
  readonly isView: boolean;
  /** In the order of the table. */
  readonly columns: readonly SourceColumn[];
  /** Empty if there is none. */
  readonly primaryKey: readonly string[];
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly foreignKeys: readonly SourceForeignKey[];
}

export interface SourceColumn {
  readonly name: string;
  /** The type as named by the data source. */
  readonly nativeType: string;
  /**
   * The type of the language that contains all its values. Undefined if there is none: binary, nested and spatial
   * values are read as strings.
   */
  readonly type: ScalarType | undefined;
  readonly nullable: boolean;
  /**
   * The collation that determines the equality of strings. Absent if strings are compared by code points, `unknown` if
   * the catalogue does not specify it.
   */
  readonly collation?: string;
}

/** `columns` equal `targetColumns` of `table`, pairwise. */
export interface SourceForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly targetColumns: readonly string[];
}
