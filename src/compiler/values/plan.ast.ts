import type { Expression, OutputColumn, Phase, Property, Query, ScalarTypeName, Source } from '../../model';

/** The known type of a value: a type of the language, `truth` for the 1 or 0 of a comparison, NULL, bytes, or unknown. */
export type ValueType = ScalarTypeName | 'truth' | 'null' | 'binary' | 'unknown';

/**
 * A column of a source of the plan. `source` is the alias of the source, unique in the whole plan. It is '' for an
 * output name of the same SELECT and for unqualified names inside a mapping.
 */
export interface Column {
  readonly source: string;
  readonly name: string;
  readonly type: ValueType;
  /** Whether a column without a source is an output name that no column of the FROM has. */
  readonly isOutput?: true;
  /** The number of digits after the decimal point of a decimal, if known. */
  readonly scale?: number | undefined;
  /** For a string property: the type that the data source stores, if its catalogue lists the column. */
  readonly stored?: ScalarTypeName | undefined;
  /** For a column that contains concept names: all concepts by key. */
  readonly concepts?: ReadonlyMap<string, { readonly name: string }> | undefined;
  /** A measure that a name refers to, until the SELECT around it is known and its aggregate replaces the reference. */
  readonly measure?: MeasureUse;
}

interface KeyPair {
  readonly left: Expression<Resolved>;
  readonly own: Expression<Resolved>;
}

/**
 * A table that is joined to the rows of a concept: a step of a path with its link, or the values of a multi-value
 * property.
 */
export interface Relation {
  /** The aliases of the tables that the relation joins. */
  readonly aliases: readonly string[];
  /** Whether one row on the left side can match several rows. */
  readonly isMany: boolean;
  /** The pairs of columns that the join compares: one of the left side, and one of the relation. */
  readonly pairs: readonly KeyPair[];
  readonly open: () => Source<Resolved>;
  /** The relations that are joined to this one. */
  readonly below: readonly Relation[];
}

/** A measure, and the entities that it aggregates. */
export interface MeasureUse {
  readonly property: Property;
  readonly entity: MeasuredEntity;
  /** The condition of FILTER on the rows. */
  readonly when?: Expression<Resolved>;
}

/** The entities that a measure aggregates: the columns that its expression reads, and their identity. */
export interface MeasuredEntity {
  readonly concept: { readonly name: string };
  readonly name: string;
  find(column: string): Expression<Resolved> | undefined;
  /** Returns the value at the end of a path that leaves out the concepts of its steps. */
  findShort(path: string): Expression<Resolved> | undefined;
  identity(): readonly Expression<Resolved>[];
  /**
   * Returns the identity of the several values that one entity can have at the end of a path or in a multi-value
   * property. Returns an empty array if it has one value.
   */
  identityAlong(column: string): readonly Expression<Resolved>[];
  /**
   * Reports whether the statement itself joins a to-many step of the path, or the same multi-value property, so that
   * each of its rows has one of the values.
   */
  isJoined(column: string): boolean;
  /** Joins a relation that has at most one row for each entity. */
  attach(relation: Relation): void;
  /** Returns the same entities as a separate source. */
  again(): MeasuredEntity & { build(): Source<Resolved> };
  columnNames(): readonly string[];
  /** Whether joins of the statement can repeat a row of the concept. */
  readonly fansOut: boolean;
  /** Whether the concept has rows without a key, which no path repeats or reaches. */
  readonly hasKeyless: boolean;
}

/**
 * A table of the data source (name parts as in the mapping), a common table of the same statement, or the SQL of a
 * mapping WITHOUT PARSING.
 */
export type PlanTable =
  | { readonly kind: 'physical'; readonly parts: readonly string[] }
  | { readonly kind: 'common'; readonly name: string }
  | { readonly kind: 'opaque'; readonly text: string };

/** The phase of a tree in which every name is resolved against an ontology. */
export interface Resolved extends Phase {
  readonly reference: Column;
  readonly table: PlanTable;
}

/** A resolved query with the names and types of its columns. */
export interface PlannedQuery {
  readonly query: Query<Resolved>;
  readonly columns: readonly PlannedColumn[];
  /** For a nested statement: whether it returns rows of the page's entities only. */
  readonly isPage?: boolean;
}
export interface PlannedColumn {
  readonly name: string;
  readonly type: ValueType;
  readonly scale?: number | undefined;
}

/**
 * A resolved statement that reads at most one data source (`SELECT 1` reads none). The query includes masks and row
 * policies, and the caller's rights are checked.
 */
export interface Plan {
  readonly query: Query<Resolved>;
  readonly columns: readonly OutputColumn[];
  /** Key of the data source; undefined if the statement reads no table of a data source. */
  readonly dataSource: string | undefined;
  /** Names of the system tables that the statement reads. A statement that reads system tables reads no other tables. */
  readonly systemTables: readonly string[];
  /** For a nested statement: whether it returns rows of the page's entities only. */
  readonly isPage: boolean;
  /** Names of the mappings that the statement reads, in order of first use. */
  readonly mappings: readonly string[];
  /** Whether a filter policy applies to the caller in this statement. */
  readonly isFiltered: boolean;
}

/** A table of the schema `svc`, and its columns. */
export interface SystemTable {
  readonly name: string;
  readonly columns: readonly OutputColumn[];
}
