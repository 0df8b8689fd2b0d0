import type { DataSourceType } from './data-source-type';
import type { Written } from './leaf.ast';
import type { Expression, Query } from './select.ast';
import type { ScalarType } from './scalar-type';

/**
 * One immutable version of an ontology, linked: every reference is resolved, inheritance is worked out. All maps are
 * keyed by `nameKey`; iteration order is definition order. Built by `buildOntology`, read by everything else.
 */
export interface Ontology {
  /** UUID that no change of the model changes. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** UUID that changes with every change of the model. */
  readonly version: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly dataSources: ReadonlyMap<string, DataSource>;
  readonly activeDataSource: string | undefined;
  readonly properties: ReadonlyMap<string, Property>;
  /** Holds `thing`, the parent of every concept without one. */
  readonly concepts: ReadonlyMap<string, Concept>;
  readonly mappings: ReadonlyMap<string, Mapping>;
  readonly views: ReadonlyMap<string, View>;
  readonly policies: ReadonlyMap<string, Policy>;
}

export interface Tag {
  readonly name: string;
  readonly value: string;
}

export interface DataSource {
  readonly name: string;
  readonly type: DataSourceType;
  /** Without secrets: those are kept apart and never part of the model. */
  readonly options: ReadonlyMap<string, string>;
}

export interface Property {
  readonly name: string;
  readonly type: ScalarType;
  readonly isMultiValue: boolean;
  readonly isMeasure: boolean;
  readonly description: string;
  readonly tags: readonly Tag[];
  /** Of a calculated property or a measure. */
  readonly calculation?: Expression<Written>;
  /** The WHERE of a filtered measure. */
  readonly filter?: Expression<Written>;
}

export interface Concept {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly Tag[];
  /** Direct parents, by name as defined; only `thing` has none. */
  readonly parents: readonly string[];
  /** Keys of all concepts above, nearest first, without itself; `thing` last. */
  readonly ancestors: readonly string[];
  /** Keys of all concepts below, without itself. */
  readonly descendants: readonly string[];
  /** Keys of the direct children. */
  readonly children: readonly string[];
  /** Property keys written in the concept itself, then all with inherited ones (own first, then parents in order). Measures and multi-values included. */
  readonly ownProperties: readonly string[];
  readonly properties: readonly string[];
  /** Property keys of the primary key, own or inherited, and the concept that declares it; empty when there is none. */
  readonly primaryKey: readonly string[];
  readonly keyConcept: string | undefined;
  readonly label: readonly string[];
  /** Own and inherited, each direction on the concept it starts from, by relationship name key. */
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly logic?: Logic;
  /** Mapping keys INTO this concept, in definition order. */
  readonly mappings: readonly string[];
}

/** The condition of a logic concept: its entities are those of `from` that satisfy `where`. */
export interface Logic {
  /** Key of the concept it selects from, and the schema it names. */
  readonly from: string;
  readonly schema: string;
  readonly where?: Expression<Written>;
}

/** One direction of a relationship. The inverse without a name is `~<name>`. */
export interface Relationship {
  readonly name: string;
  /** Key of the concept that declares this direction, and of the declared target. */
  readonly source: string;
  readonly target: string;
  readonly inverseName: string;
  /** This direction is the inverse of one that was written. */
  readonly isInverse: boolean;
  readonly description: string;
  /** Greatest number of steps; 1 when not transitive. */
  readonly transitivity: number;
  /** The most that one source entity can have. */
  readonly cardinality: 'one' | 'many';
  readonly join: KeyJoin | LinkJoin;
}
/** FOREIGN KEY: property keys of source and target, equal pairwise. */
export interface KeyJoin {
  readonly kind: 'key';
  readonly sourceProperties: readonly string[];
  readonly targetProperties: readonly string[];
}
/** MULTIREFERENCE: link mappings that feed this direction (mapping keys; the ends tell which columns face which side). */
export interface LinkJoin {
  readonly kind: 'link';
  readonly mappings: readonly string[];
}

export interface EntityTarget {
  readonly kind: 'concepts';
  readonly concepts: readonly string[];
}
/** `columns` of the mapping's rows equal `properties` of `concept` (keys); `relationship` leads to that concept. */
export interface LinkSide {
  readonly relationship: string;
  readonly concept: string;
  readonly columns: readonly string[];
  readonly properties: readonly string[];
}
/**
 * `linkColumns`: further columns, names as written. The first of the ends names the direction from which the mapping is
 * written, which `isInverse` tells as it does of a `Relationship`.
 */
export interface LinkTarget {
  readonly kind: 'link';
  readonly ends: readonly [LinkSide, LinkSide];
  readonly isInverse: boolean;
  readonly linkColumns: readonly string[];
}

export interface Mapping {
  readonly name: string;
  /** Key of its data source. */
  readonly dataSource: string;
  readonly target: EntityTarget | LinkTarget;
  readonly source:
    | { readonly kind: 'parsed'; readonly query: Query<Written> }
    | { readonly kind: 'opaque'; readonly text: string; readonly at?: number };
  /** Output columns: property keys in order (for link mappings, column keys). Names as the statement gives them. */
  readonly columns: readonly MappingColumn[];
  readonly unique: readonly (readonly string[])[];
  readonly notNull: readonly string[];
  readonly foreignKeys: readonly {
    readonly columns: readonly string[];
    readonly mapping: string;
    readonly targetColumns: readonly string[];
  }[];
  readonly disjointFrom: readonly string[];
}
export interface MappingColumn {
  readonly key: string;
  readonly name: string;
}

export interface View {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly Tag[];
  readonly isCube: boolean;
  readonly query: Query<Written>;
}

export interface MaskRule {
  readonly name: 'constant' | 'partial' | 'hash' | 'null';
  readonly arguments: readonly string[];
}
export type Policy =
  | {
      readonly kind: 'mask';
      readonly name: string;
      readonly property: string;
      readonly concept?: string;
      readonly mask: MaskRule;
      readonly exceptRoles: readonly string[];
    }
  | {
      readonly kind: 'filter';
      readonly name: string;
      readonly concept: string;
      readonly where: Expression<Written>;
      readonly roles: readonly string[];
    };
