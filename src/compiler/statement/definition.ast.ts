import type { DataSourceType, Expression, Identifier, Query, WrittenTable, Written, ScalarType } from '../../model';
import type { AccountStatement } from './account.ast';
import type { DataSourceOption, Option, QueryOption } from './option.ast';
import type { ReadStatement } from './read.ast';
import type { StatementPlace } from './statement-place.ast';

export type * from './account.ast';
export type * from './read.ast';
export type { Option } from './option.ast';

/** Every statement of the language (docs/language.md). `at` and `end` are offsets in the text of the request. */
export type Statement = StatementPlace & StatementBody;

export type StatementBody = QueryStatement | DefinitionStatement | ReadStatement | AccountStatement;

export interface QueryStatement {
  readonly kind: 'query';
  readonly query: Query<Written>;
  /** The trailing clause OPTIONS; absent without it. */
  readonly options?: readonly QueryOption[];
}

export interface TagAssignment {
  readonly name: Identifier;
  readonly value: string;
}
interface Described {
  readonly description?: string;
  readonly tags: readonly TagAssignment[];
}

export interface CreateOntology {
  readonly kind: 'create-ontology';
  readonly orReplace: boolean;
  readonly name: Identifier;
  readonly description?: string;
}
export interface AlterOntology {
  readonly kind: 'alter-ontology';
  readonly name: Identifier;
  /** SET DESCRIPTION is represented as the setting `description`. */
  readonly setting: Option;
}
export interface DropOntology {
  readonly kind: 'drop-ontology';
  readonly name: Identifier;
}
export interface RestoreOntology {
  readonly kind: 'restore-ontology';
  readonly name: Identifier;
  readonly version: string;
}

export interface CreateDataSource {
  readonly kind: 'create-datasource';
  readonly orReplace: boolean;
  readonly name: Identifier;
  readonly type: DataSourceType;
  readonly options: readonly DataSourceOption[];
}
export interface AlterDataSource {
  readonly kind: 'alter-datasource';
  readonly name: Identifier;
  readonly action: 'set-active';
}
export interface DropDataSource {
  readonly kind: 'drop-datasource';
  readonly name: Identifier;
  readonly cascade: boolean;
}

export interface CreateProperty extends Described {
  readonly kind: 'create-property';
  readonly orReplace: boolean;
  readonly name: Identifier;
  readonly type: ScalarType;
  readonly multiValue: boolean;
  /** The expression of AS SELECT; present only in a calculated property. */
  readonly calculation?: Expression<Written>;
}
export interface CreateMeasure extends Described {
  readonly kind: 'create-measure';
  readonly orReplace: boolean;
  readonly name: Identifier;
  readonly type: ScalarType;
  readonly calculation: Expression<Written>;
  readonly filter?: Expression<Written>;
}

export interface ConceptColumn {
  readonly name: Identifier;
  readonly type: ScalarType;
  readonly measure: boolean;
}
/** The greatest number of steps, or `default` for TRANSITIVE without a number: the setting `default_transitivity`. */
export type Transitivity = number | 'default';
export interface ForeignKeyConstraint {
  readonly kind: 'foreign-key';
  readonly name: Identifier;
  readonly columns: readonly Identifier[];
  readonly target: Identifier;
  /** Empty for the key of the target. */
  readonly targetColumns: readonly Identifier[];
  readonly inverse?: Identifier;
  readonly transitivity?: Transitivity;
  readonly description?: string;
}
export interface MultiReferenceConstraint {
  readonly kind: 'multi-reference';
  readonly name: Identifier;
  readonly target: Identifier;
  readonly inverse?: Identifier;
  readonly transitivity?: Transitivity;
  readonly description?: string;
}
export interface MultiValueConstraint {
  readonly kind: 'multi-value';
  readonly name: Identifier;
  readonly type: ScalarType;
}
export type ConceptConstraint = ForeignKeyConstraint | MultiReferenceConstraint | MultiValueConstraint;
export interface LogicCondition {
  readonly from: WrittenTable;
  readonly where?: Expression<Written>;
}
export interface CreateConcept extends Described {
  readonly kind: 'create-concept';
  readonly orReplace: boolean;
  readonly name: Identifier;
  readonly columns: readonly ConceptColumn[];
  readonly primaryKey: readonly Identifier[];
  readonly label: readonly Identifier[];
  readonly constraints: readonly ConceptConstraint[];
  readonly parents: readonly Identifier[];
  readonly logic?: LogicCondition;
}

/** A constraint that the author of a mapping declares for its rows (docs/language.md). The service relies on it. */
export type MappingDeclaration =
  | { readonly kind: 'unique'; readonly columns: readonly Identifier[] }
  | { readonly kind: 'not-null'; readonly columns: readonly Identifier[] }
  | {
      readonly kind: 'foreign-key';
      readonly columns: readonly Identifier[];
      readonly mapping: Identifier;
      readonly targetColumns: readonly Identifier[];
    }
  | { readonly kind: 'disjoint'; readonly mapping: Identifier };
export interface LinkEnd {
  readonly relationship: Identifier;
  readonly columns: readonly Identifier[];
  readonly concept: Identifier;
  readonly targetColumns: readonly Identifier[];
}
/** The SELECT of a mapping: a syntax tree, or verbatim SQL for WITHOUT PARSING. */
export type MappingSource =
  | { readonly kind: 'parsed'; readonly query: Query<Written> }
  | { readonly kind: 'opaque'; readonly text: string; readonly at?: number };
export interface CreateMapping {
  readonly kind: 'create-mapping';
  readonly orReplace: boolean;
  readonly name: Identifier;
  readonly declarations: readonly MappingDeclaration[];
  /** Either the concepts of an entity mapping (INTO), or the two ends of a link mapping of a MULTIREFERENCE, in written order. */
  readonly target:
    | { readonly kind: 'concepts'; readonly concepts: readonly Identifier[] }
    | { readonly kind: 'link'; readonly ends: readonly LinkEnd[] };
  readonly dataSource?: Identifier;
  readonly source: MappingSource;
}

export interface CreateView extends Described {
  readonly kind: 'create-view';
  readonly orReplace: boolean;
  readonly cube: boolean;
  readonly name: Identifier;
  readonly dataSource?: Identifier;
  readonly query: Query<Written>;
}
export type TaggedKind = 'concept' | 'property' | 'view';
export interface AlterTag {
  readonly kind: 'alter-tag';
  readonly target: TaggedKind;
  readonly name: Identifier;
  readonly action:
    { readonly kind: 'update'; readonly tag: TagAssignment } | { readonly kind: 'drop'; readonly tag: Identifier };
}
export type DroppableKind = 'concept' | 'property' | 'measure' | 'mapping' | 'view' | 'policy';
export interface DropDefinition {
  readonly kind: 'drop';
  readonly target: DroppableKind;
  readonly name: Identifier;
  readonly cascade: boolean;
}

export interface MaskFunction {
  readonly name: Identifier;
  readonly arguments: readonly string[];
}
export interface CreateMaskPolicy {
  readonly kind: 'create-mask-policy';
  readonly orReplace: boolean;
  readonly name: Identifier;
  readonly property: Identifier;
  readonly concept?: Identifier;
  readonly mask: MaskFunction;
  readonly exceptRoles: readonly Identifier[];
}
export interface CreateFilterPolicy {
  readonly kind: 'create-filter-policy';
  readonly orReplace: boolean;
  readonly name: Identifier;
  readonly concept: Identifier;
  readonly where: Expression<Written>;
  readonly roles: readonly Identifier[];
}

export type DefinitionStatement =
  | CreateOntology
  | AlterOntology
  | DropOntology
  | RestoreOntology
  | CreateDataSource
  | AlterDataSource
  | DropDataSource
  | CreateProperty
  | CreateMeasure
  | CreateConcept
  | CreateMapping
  | CreateView
  | CreateMaskPolicy
  | CreateFilterPolicy
  | AlterTag
  | DropDefinition;
