import type { Literal, Query, Written } from '../../model';
import type { ListOption, NestedStatement } from '../nest';
import type { EntityPage, Nesting } from '../values';
import type { Page } from './filter-page';
import type { Filter } from './filter.ast';

/** A concept or a view, filtered by URL parameters. */
export interface FilterSource {
  readonly kind: 'concept' | 'view';
  readonly name: string;
  readonly filter: Filter;
}

/** A SELECT as written by the caller. */
export interface SelectSource {
  readonly kind: 'select';
  readonly query: Query<Written>;
  readonly nested: boolean;
  /** How the lists of nested rows are cut. */
  readonly lists?: readonly ListOption[] | undefined;
  /** Values that replace those of literals of the query; only where the rows are flat. */
  readonly values?: LiteralValues | undefined;
}

/** A statement with its order and page, ready to be planned. */
export interface PagedStatement {
  /** The statement for the rows. If there is a limit, it reads one row more than `most`. */
  readonly query: Query<Written>;
  /** The plan options for nested rows; undefined for flat rows. */
  readonly nesting: Nesting | undefined;
  /** The nested statement; undefined for flat rows. */
  readonly nested: NestedStatement | undefined;
  /** The page of entities of nested rows. */
  readonly entities: EntityPage;
  readonly page: Page;
  /** The greatest number of rows in the response; undefined means all. */
  readonly most: number | undefined;
  /** The number of trailing columns that are selected only for the key of the next page. */
  readonly hidden: number;
  /** The filter as a statement, including the page; undefined for a SELECT. */
  readonly executedQuery: string | undefined;
  /** The statement that counts the rows of all pages; undefined if no total is requested. */
  readonly counting: Query<Written> | undefined;
  /** Set where the statements contain the values of an earlier request: the literals, and the strings that replace theirs. */
  readonly values?: LiteralValues | undefined;
}

/** Literals of a statement, and their texts for one request. */
export interface LiteralValues {
  readonly literals: readonly Literal[];
  readonly texts: readonly string[];
}
