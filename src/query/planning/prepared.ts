import type { OrderColumn, PageKey } from '../../compiler/filter';
import type { Nesting } from '../../compiler/values';
import type { Caller, CompiledQuery, Ontology, Query, Written } from '../../model';

/** A statement as somebody wants to run it. */
export interface Asked {
  readonly caller: Caller;
  readonly ontology: Ontology;
  readonly query: Query<Written>;
  /** Of a statement whose rows are going to be nested. */
  readonly nesting?: Nesting | undefined;
  /** The columns by which its pages follow each other. */
  readonly order?: readonly OrderColumn[] | undefined;
  /** Of one that counts: an estimate may stand for it. */
  readonly mayEstimate?: boolean;
}

/** A statement that can be run as it is. */
export interface Prepared {
  readonly compiled: CompiledQuery;
  /** Key of the data source; undefined where none is read. */
  readonly dataSource: string | undefined;
  readonly systemTables: readonly string[];
  /** Names of the mappings that were unfolded. */
  readonly mappings: readonly string[];
  /** Of a nested statement: whether its rows are of the page's entities alone. */
  readonly isPage: boolean;
  /** What tells where the next page begins; undefined where rows cannot be told by `order`. */
  readonly pageKey: PageKey | undefined;
  /** Of a statement that an estimate may stand for: of what. */
  readonly counted: CountedTables | undefined;
}

/** The tables of a data source of which a statement counts all rows, a table as often as it is counted. */
export interface CountedTables {
  readonly dataSource: string;
  /** By the parts of their names. */
  readonly tables: readonly (readonly string[])[];
}
