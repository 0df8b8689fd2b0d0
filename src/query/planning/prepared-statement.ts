import type { OrderColumn, PageKey } from '../../compiler/filter';
import type { Nesting } from '../../compiler/values';
import type { Caller, CompiledQuery, Ontology, Query, Written } from '../../model';

/** A statement that a caller wants to run. */
export interface PlanRequest {
  readonly caller: Caller;
  readonly ontology: Ontology;
  readonly query: Query<Written>;
  /** Set where the rows of the statement are nested. */
  readonly nesting?: Nesting | undefined;
  /** The columns by which its pages follow each other. */
  readonly order?: readonly OrderColumn[] | undefined;
  /** Whether an estimate may replace the result of a statement that counts. */
  readonly mayEstimate?: boolean;
}

/** A statement that is ready to run. */
export interface PreparedStatement {
  readonly compiled: CompiledQuery;
  /** Key of the data source; undefined where the statement reads none. */
  readonly dataSource: string | undefined;
  readonly systemTables: readonly string[];
  /** Names of the mappings that were unfolded. */
  readonly mappings: readonly string[];
  /** Whether the rows of a nested statement are those of the page's entities alone. */
  readonly isPage: boolean;
  /** Reads from a row where the next page begins; undefined where `order` does not identify rows. */
  readonly pageKey: PageKey | undefined;
  /** The tables whose statistics can replace the count; undefined where it must be counted. */
  readonly counted: CountedTables | undefined;
}

/** The tables of a data source whose rows a statement counts in full, each as often as it is counted. */
export interface CountedTables {
  readonly dataSource: string;
  /** By the parts of their names. */
  readonly tables: readonly (readonly string[])[];
}
