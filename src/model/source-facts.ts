/**
 * What is known of the rows of a source in a plan: told by the catalogue of the data source, or declared by the author
 * of a mapping (docs/language.md). Columns are named by their `nameKey`. What is missing is not known, never false.
 */
export interface SourceFacts {
  /** Of one data source: equal for two sources that hold the same rows. */
  readonly id: string;
  /** The name of the mapping whose rows these are, where the source is one. */
  readonly mapping?: string;
  /** Stored in the data source: no view, which is a query of its own. */
  readonly isBaseTable?: boolean;
  /** All columns. */
  readonly columns?: ReadonlySet<string>;
  /** No two rows agree in all columns of a key; a row that has NULL in one of them agrees with none. */
  readonly keys: readonly (readonly string[])[];
  /** Columns that are never NULL. */
  readonly notNull: ReadonlySet<string>;
  /** Columns of which equal values are the same value: unlike text, of which a collation may take two for one. */
  readonly exact: ReadonlySet<string>;
  /** How values of a column are equal: only columns of one comparison find each other as keys do. */
  readonly comparisons: ReadonlyMap<string, string>;
  readonly foreignKeys: readonly ForeignKeyFacts[];
  /** The sources, by `id`, that share no entity with this one. */
  readonly disjointFrom: ReadonlySet<string>;
}

/** A row without NULL in `columns` has a row in `target` whose `targetColumns` are equal to them, pairwise. */
export interface ForeignKeyFacts {
  readonly columns: readonly string[];
  /** The `id` of the source. */
  readonly target: string;
  readonly targetColumns: readonly string[];
}
