/**
 * The known facts about the rows of a source in a plan, from the catalogue of the data source or declared by the author
 * of a mapping (docs/language.md). Columns are identified by their `nameKey`. A missing fact is unknown, not false.
 */
export interface SourceFacts {
  /** Identifier within one data source: equal for two sources with the same rows. */
  readonly id: string;
  /** The name of the mapping, if the source is one. */
  readonly mapping?: string;
  /** Whether the source is a stored table of the data source and not a view. */
  readonly isBaseTable?: boolean;
  /** All columns. */
  readonly columns?: ReadonlySet<string>;
  /** Unique keys: no two rows are equal in all columns of a key. A row with NULL in one of them is equal to no other row. */
  readonly keys: readonly (readonly string[])[];
  /** Columns that are never NULL. */
  readonly notNull: ReadonlySet<string>;
  /** Columns whose equal values are identical. Excludes strings for which a collation may treat different values as equal. */
  readonly exact: ReadonlySet<string>;
  /** The comparison rule of each column: only columns with the same rule match each other in the way that keys do. */
  readonly comparisons: ReadonlyMap<string, string>;
  readonly foreignKeys: readonly ForeignKeyFacts[];
  /** The sources, by `id`, that have no entity in common with this one. */
  readonly disjointFrom: ReadonlySet<string>;
}

/** A foreign key: for each row without NULL in `columns`, `target` has a row with pairwise equal `targetColumns`. */
export interface ForeignKeyFacts {
  readonly columns: readonly string[];
  /** The `id` of the source. */
  readonly target: string;
  readonly targetColumns: readonly string[];
}
