import type { Identifier, Query, Written } from '../../model';
import type { Option, QueryOption } from './option.ast';

export interface Show {
  readonly kind: 'show';
  readonly what:
    'version' | 'ontologies' | 'datasources' | 'concepts' | 'schemas' | 'tags' | 'history' | 'config' | 'users';
}
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
export interface CheckOntology {
  readonly kind: 'check-ontology';
  readonly name: Identifier;
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
  Show | ShowTables | ShowTokens | ShowCreateOntology | ShowDiff | CheckOntology | Describe | DescribeConcept | Explain;
