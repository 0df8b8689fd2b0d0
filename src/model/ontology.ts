import type { DataSourceType } from './data-source-type';
import type { Written } from './leaf.ast';
import type { Expression, Query } from './select.ast';
import type { ScalarType } from './scalar-type';

/**
 * One immutable, linked version of an ontology: references and inheritance are resolved. All maps are keyed by
 * `nameKey` and iterate in definition order. Built by `buildOntology`.
 */
export interface Ontology {
  /** UUID that no change of the model affects. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** UUID that changes with every change of the model. */
  readonly version: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly dataSources: ReadonlyMap<string, DataSource>;
  readonly activeDataSource: string | undefined;
  readonly properties: ReadonlyMap<string, Property>;
  /** Includes `thing`, the parent of every concept without one. */
  readonly concepts: ReadonlyMap<string, Concept>;
  readonly mappings: ReadonlyMap<string, Mapping>;
  readonly views: ReadonlyMap<string, View>;
  readonly policies: ReadonlyMap<string, Policy>;
  /** What definitions refer to before it exists; empty unless the setting `forward_references` allows it. */
  readonly waiting: Waiting;
}

/** Reasons, as sentences, why something cannot be read yet. */
export interface Waiting {
  /** By the name key of a definition or relationship that is not part of the model until all exists that it refers to. */
  readonly names: ReadonlyMap<string, string>;
  /** By the key of a concept some of whose entities come from such a definition. */
  readonly entities: ReadonlyMap<string, string>;
}

export interface Tag {
  readonly name: string;
  readonly value: string;
}

export interface DataSource {
  readonly name: string;
  readonly type: DataSourceType;
  /** Options without secrets, which are stored separately and are never part of the model. */
  readonly options: ReadonlyMap<string, string>;
  /** The environment variables that contain options, by option. */
  readonly variables: ReadonlyMap<string, string>;
}

export interface Property {
  readonly name: string;
  readonly type: ScalarType;
  readonly isMultiValue: boolean;
  readonly isMeasure: boolean;
  readonly description: string;
  readonly tags: readonly Tag[];
  /** The expression of a calculated property or a measure. */
  readonly calculation?: Expression<Written>;
  /** The WHERE of a filtered measure. */
  readonly filter?: Expression<Written>;
}

export interface Concept {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly Tag[];
  /** Names of the direct parents, as defined. Only `thing` has none. */
  readonly parents: readonly string[];
  /** Keys of all concepts above this one, nearest first, `thing` last. */
  readonly ancestors: readonly string[];
  /** Keys of all concepts below this one. */
  readonly descendants: readonly string[];
  /** Keys of the direct children. */
  readonly children: readonly string[];
  /**
   * Keys of the properties declared in the concept itself; `properties` adds the inherited ones (own first, then by
   * parent in order). Both include measures and multi-value properties.
   */
  readonly ownProperties: readonly string[];
  readonly properties: readonly string[];
  /** Property keys of the own or inherited primary key, and the concept that declares it; empty without one. */
  readonly primaryKey: readonly string[];
  readonly keyConcept: string | undefined;
  readonly label: readonly string[];
  /** Own and inherited relationships by name key. Each direction belongs to the concept that it starts from. */
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly logic?: Logic;
  /** Mapping keys INTO this concept, in definition order. */
  readonly mappings: readonly string[];
}

/** The condition of a logic concept: its entities are those of `from` that satisfy `where`. */
export interface Logic {
  /** Key of the concept in its FROM, and the schema written there. */
  readonly from: string;
  readonly schema: string;
  readonly where?: Expression<Written>;
}

/** One direction of a relationship. An inverse without a name is called `~<name>`. */
export interface Relationship {
  readonly name: string;
  /** Key of the concept that declares this direction; `target` is the key of the declared target. */
  readonly source: string;
  readonly target: string;
  readonly inverseName: string;
  /** Whether this direction is the inverse of the one that was declared. */
  readonly isInverse: boolean;
  readonly description: string;
  /** Maximum number of steps; 1 if not transitive. */
  readonly transitivity: number;
  /** Maximum number of targets of one source entity. */
  readonly cardinality: 'one' | 'many';
  readonly join: KeyJoin | LinkJoin;
}
/** The join of a FOREIGN KEY: property keys of source and target, pairwise equal. */
export interface KeyJoin {
  readonly kind: 'key';
  readonly sourceProperties: readonly string[];
  readonly targetProperties: readonly string[];
}
/** The join of a MULTIREFERENCE: keys of the link mappings of this direction. Their ends define the columns of each side. */
export interface LinkJoin {
  readonly kind: 'link';
  readonly mappings: readonly string[];
}

export interface EntityTarget {
  readonly kind: 'concepts';
  readonly concepts: readonly string[];
}
/** One end of a link mapping: `columns` of its rows equal `properties` of `concept` (keys). `relationship` leads to that concept. */
export interface LinkSide {
  readonly relationship: string;
  readonly concept: string;
  readonly columns: readonly string[];
  readonly properties: readonly string[];
}
/**
 * The target of a link mapping. `linkColumns` are the names of its other columns, as written. The first end names the
 * direction in which the mapping is declared; `isInverse` means the same as in `Relationship`.
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
  /** Output columns, with names as in the statement. The keys are property keys in order; for link mappings, column keys. */
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
  /** Empty for a column that is ignored because it is no property (docs/language.md). */
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
