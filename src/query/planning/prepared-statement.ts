import type { LiteralValues, OrderColumn, PageKey } from '../../compiler/filter';
import type { Nesting } from '../../compiler/values';
import type { Caller, Cell, CompiledQuery, Ontology, OutputColumn, Query, Written } from '../../model';

/** A statement that a caller wants to run. */
export interface PlanRequest {
  readonly caller: Caller;
  readonly ontology: Ontology;
  readonly query: Query<Written>;
  /** Texts that replace those of literals of the statement. */
  readonly values?: LiteralValues | undefined;
  /** Set where the rows of the statement are nested. */
  readonly nesting?: Nesting | undefined;
  /** The columns that order its pages. */
  readonly order?: readonly OrderColumn[] | undefined;
  /** Whether an estimate may replace the result of a statement that counts. */
  readonly mayEstimate?: boolean;
  readonly tables?: AddedTables | undefined;
}

/**
 * Tables that a protocol adds to the system tables, such as INFORMATION_SCHEMA of the MySQL protocol. Its statements read them in the schema of
 * the system tables. They span all ontologies that the caller may see, whichever one the statement addresses. Their strings are compared without regard to letter case.
 */
export interface AddedTables {
  /** Returns the columns of the table with this name; undefined if there is none. */
  readonly find: (name: string) => readonly OutputColumn[] | undefined;
  /** Returns the rows of the table that the caller may see. */
  readonly load: (name: string) => Promise<readonly (readonly Cell[])[]>;
}

/** A statement that is ready to run. */
export interface PreparedStatement {
  readonly compiled: CompiledQuery;
  /** Key of the data source; undefined where the statement reads no data source. */
  readonly dataSource: string | undefined;
  readonly systemTables: readonly string[];
  /** Names of the mappings that were unfolded. */
  readonly mappings: readonly string[];
  /** Whether a nested statement returns only the rows of the page's entities. */
  readonly isPage: boolean;
  /** Reads the place of the next page from a row; undefined where `order` does not identify rows. */
  readonly pageKey: PageKey | undefined;
  /** Whether it contains the id or the name of its caller, so that no other caller can use it. */
  readonly namesCaller: boolean;
  /** The tables whose statistics can replace the count; undefined where it must be counted. */
  readonly counted: CountedTables | undefined;
}

/** The tables of a data source whose rows a statement counts in full; a table that is counted twice is listed twice. */
export interface CountedTables {
  readonly dataSource: string;
  /** The parts of their names. */
  readonly tables: readonly (readonly string[])[];
}
