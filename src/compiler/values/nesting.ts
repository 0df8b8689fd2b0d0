/** The optimisations of nested statements. Each of them can be disabled. */
export const NESTING_STEPS = ['read-keys', 'sort-elements', 'page-entities', 'split-relations', 'number-arms'] as const;
export type NestingStep = (typeof NESTING_STEPS)[number];

/** The number of entities to skip, and the greatest number to return. */
export interface EntityPage {
  readonly offset: number;
  readonly limit?: number | undefined;
}

/** A statement whose flat rows are grouped by entity, in the order of its rows (docs/language.md). */
export interface Nesting extends EntityPage {
  /** The number of leading ORDER BY items that sort the entities. The other items sort the rows of one entity. */
  readonly entityOrder: number;
  /** The number of trailing ORDER BY items that put equal elements in one order, outer steps before inner ones. */
  readonly elementOrder?: number;
  /** For a view: the identities along its paths that it returns in addition to its columns. */
  readonly identities?: readonly string[];
  /** The number of trailing columns with the places of elements in their lists, each of which reads one element and its outer ones. */
  readonly places?: number;
  readonly off?: ReadonlySet<NestingStep>;
}

/** Prefixes of the columns of a page. Columns of a table do not have names with spaces. */
export const PAGE_KEY = 'page key ';
export const PAGE_ORDER = 'page order ';

/** Reports whether a column of a page identifies its entities. */
export function isPageKey(name: string): boolean {
  return name.startsWith(PAGE_KEY);
}

/** Reports whether a column belongs to a page of entities instead of the entities themselves. */
export function isPageColumn(name: string): boolean {
  return isPageKey(name) || name.startsWith(PAGE_ORDER);
}
