import type { DataSourceType, Identifier, Query, Written } from '../../model';
import type { DataSourceOption, Option, QueryOption } from './option.ast';

export interface Show {
  readonly kind: 'show';
  readonly what:
    'version' | 'ontologies' | 'datasources' | 'concepts' | 'schemas' | 'tags' | 'history' | 'config' | ShownAccounts;
}
/** What SHOW lists of the accounts. */
export type ShownAccounts = 'users' | 'roles' | 'permissions';
export interface ShowTables {
  readonly kind: 'show-tables';
  readonly schema?: Identifier;
}
export interface ShowTokens {
  readonly kind: 'show-tokens';
  readonly user: Identifier;
}
export interface ShowCreateOntology {
  readonly kind: 'show-create-ontology';
  readonly name: Identifier;
}
/** The differences of two versions of an ontology, whose ids are the names `from` and `to`. */
export interface ShowDiff {
  readonly kind: 'show-diff';
  readonly name: Identifier;
  readonly from: Identifier;
  readonly to: Identifier;
}
/** What a user sees of a concept, and why. */
export interface ShowAccess {
  readonly kind: 'show-access';
  readonly concept: Identifier;
  readonly user: Identifier;
}
export interface CheckOntology {
  readonly kind: 'check-ontology';
  readonly name: Identifier;
}
/** A data source that no ontology has. */
export interface GivenDataSource {
  readonly type: DataSourceType;
  readonly options: readonly DataSourceOption[];
  /** The offset of the type in the text of the request. */
  readonly at: number;
}
/** A test whether a data source can be reached: one of the ontology, by its name, or one that is only given here. */
export interface TestDataSource {
  readonly kind: 'test-datasource';
  readonly source:
    { readonly kind: 'defined'; readonly name: Identifier } | ({ readonly kind: 'given' } & GivenDataSource);
}
/** The draft of an ontology over the tables of a data source that is only given here. */
export interface DraftOntology {
  readonly kind: 'draft-ontology';
  readonly name: Identifier;
  readonly source: GivenDataSource;
}
/** The draft of what a data source, which is only given here, adds to the ontology of the request. */
export interface DraftDataSource {
  readonly kind: 'draft-datasource';
  readonly name: Identifier;
  readonly source: GivenDataSource;
}
export interface Describe {
  readonly kind: 'describe';
  readonly schema?: Identifier;
  readonly name: Identifier;
}
export interface DescribeConcept {
  readonly kind: 'describe-concept';
  readonly schema?: Identifier;
  readonly name: Identifier;
  readonly options: readonly Option[];
}
export interface Explain {
  readonly kind: 'explain';
  readonly query: Query<Written>;
  readonly options?: readonly QueryOption[];
}
export type ReadStatement =
  | Show
  | ShowTables
  | ShowTokens
  | ShowCreateOntology
  | ShowDiff
  | ShowAccess
  | CheckOntology
  | TestDataSource
  | DraftOntology
  | DraftDataSource
  | Describe
  | DescribeConcept
  | Explain;
