import type { Expression, OutputColumn, Phase, Property, Query, ScalarTypeName, Source } from '../../model';

/** What is known of a value: a type of the language, the 1/0 of a comparison, NULL, bytes, or nothing. */
export type ValueType = ScalarTypeName | 'truth' | 'null' | 'binary' | 'unknown';

/** A column of a source of the plan. `source` is the source's alias, unique in the whole plan; '' for an output name of the same SELECT and for unqualified names inside a mapping. */
export interface Column {
  readonly source: string;
  readonly name: string;
  readonly type: ValueType;
  /** Without a source: an output name that no column of the FROM has. */
  readonly isOutput?: true;
  /** Digits behind the point, where the type is decimal and they are known. */
  readonly scale?: number | undefined;
  /** Of a property that is text: what the data source holds, where its catalogue tells. */
  readonly stored?: ScalarTypeName | undefined;
  /** Of a column that holds names of concepts: those that there are, by their keys. */
  readonly concepts?: ReadonlyMap<string, { readonly name: string }> | undefined;
  /** A measure as it was read, until the SELECT around it is known and its aggregate can stand in its place. */
  readonly measure?: MeasureUse;
}

interface KeyPair {
  readonly left: Expression<Resolved>;
  readonly own: Expression<Resolved>;
}

/** What is joined to the rows of a concept: a step of a path with its link, or the values of a multi-value property. */
export interface Relation {
  /** The aliases whose columns it gives. */
  readonly aliases: readonly string[];
  /** Whether one row on its left can have several. */
  readonly isMany: boolean;
  /** The columns by which it is joined: each of a row on its left, and the one of its own that is equal. */
  readonly pairs: readonly KeyPair[];
  readonly open: () => Source<Resolved>;
  /** What is joined to it in turn. */
  readonly below: readonly Relation[];
}

/** A measure of the entities at one place of a FROM. */
export interface MeasureUse {
  readonly property: Property;
  readonly entity: MeasuredEntity;
}

/** The entities that a measure aggregates: what its expression reads, and what tells them apart. */
export interface MeasuredEntity {
  readonly concept: { readonly name: string };
  readonly name: string;
  find(column: string): Expression<Resolved> | undefined;
  identity(): readonly Expression<Resolved>[];
  /** What tells the values apart which one entity can have at the end of a path or of a multi-value property; nothing where it has one. */
  identityAlong(column: string): readonly Expression<Resolved>[];
  /** Whether the statement reads along a step to many of the path, or the same multi-value, so that its rows tell the many apart. */
  isJoined(column: string): boolean;
  /** Joins what there is one of for each entity. */
  attach(relation: Relation): void;
  /** The same entities once more, as a source of their own. */
  again(): MeasuredEntity & { build(): Source<Resolved> };
  columnNames(): readonly string[];
  /** Whether a row of the concept can appear several times, joined along what was read. */
  readonly fansOut: boolean;
}

/** A table of the data source (parts as the mapping's author wrote them), a common table of the same statement, or the text of a mapping WITHOUT PARSING. */
export type PlanTable =
  | { readonly kind: 'physical'; readonly parts: readonly string[] }
  | { readonly kind: 'common'; readonly name: string }
  | { readonly kind: 'opaque'; readonly text: string };

/** The phase of a tree in which every name is resolved against an ontology. */
export interface Resolved extends Phase {
  readonly reference: Column;
  readonly table: PlanTable;
}

/** A resolved query and the names and types of its columns. */
export interface PlannedQuery {
  readonly query: Query<Resolved>;
  readonly columns: readonly PlannedColumn[];
  /** Of a nested statement: whether its rows are of the page's entities alone. */
  readonly isPage?: boolean;
}
export interface PlannedColumn {
  readonly name: string;
  readonly type: ValueType;
  readonly scale?: number | undefined;
}

/**
 * A resolved statement: reads one data source, or none (`SELECT 1`). Rights, masks and row rules are already part of
 * the query.
 */
export interface Plan {
  readonly query: Query<Resolved>;
  readonly columns: readonly OutputColumn[];
  /** Key of the data source; undefined when no table of one is read. */
  readonly dataSource: string | undefined;
  /** Names of the system tables that are read: the statement runs over them alone. */
  readonly systemTables: readonly string[];
  /** Of a nested statement: whether its rows are of the page's entities alone. */
  readonly isPage: boolean;
  /** Names of the mappings that were unfolded, in order of first use. */
  readonly mappings: readonly string[];
  /** Whether a row policy that concerns the caller takes part. */
  readonly isFiltered: boolean;
}

/** A table of the schema `svc`, and its columns. */
export interface SystemTable {
  readonly name: string;
  readonly columns: readonly OutputColumn[];
}
