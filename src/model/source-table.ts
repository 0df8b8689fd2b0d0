import type { ScalarType } from './scalar-type';

/** A table or view as the data source's own catalogue describes it; names are the data source's. */
export interface SourceTable {
  readonly name: string;
  readonly isView: boolean;
  /** In the table's order. */
  readonly columns: readonly SourceColumn[];
  /** Empty where there is none. */
  readonly primaryKey: readonly string[];
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly foreignKeys: readonly SourceForeignKey[];
}

export interface SourceColumn {
  readonly name: string;
  /** As the data source writes it. */
  readonly nativeType: string;
  /** The type of the language that holds all its values; undefined where there is none: binary, nested and spatial values read as text. */
  readonly type: ScalarType | undefined;
  readonly nullable: boolean;
  /** Of text: by which its values are equal. Absent where text is equal by its code points, `unknown` where the catalogue does not say. */
  readonly collation?: string;
}

/** `columns` equal `targetColumns` of `table`, pairwise. */
export interface SourceForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly targetColumns: readonly string[];
}
