/** The ways to read a nested statement more cheaply, each of which can be switched off. */
export const NESTING_STEPS = ['page-entities', 'split-relations', 'number-arms'] as const;
export type NestingStep = (typeof NESTING_STEPS)[number];

/** How many entities are passed over, and how many are given. */
export interface EntityPage {
  readonly offset: number;
  readonly limit?: number | undefined;
}

/** A statement whose flat rows are going to be grouped by entity, in the order that it has (docs/language.md). */
export interface Nesting extends EntityPage {
  /** How many items of its ORDER BY sort the entities; the others sort the rows of one. */
  readonly entityOrder: number;
  /** How many items at its end are there so that equal elements come in one order, steps before those behind them. */
  readonly elementOrder?: number;
  /** Of a view: the identities along its paths that it gives beside its columns. */
  readonly identities?: readonly string[];
  readonly off?: ReadonlySet<NestingStep>;
}

/** Columns of a page begin with these; names with spaces are none of a table. */
export const PAGE_KEY = 'page key ';
export const PAGE_ORDER = 'page order ';

/** Whether a column of a page is one of those that tell its entities apart. */
export function isPageKey(name: string): boolean {
  return name.startsWith(PAGE_KEY);
}

/** Whether a column is one of a page of entities, and none of the entities themselves. */
export function isPageColumn(name: string): boolean {
  return isPageKey(name) || name.startsWith(PAGE_ORDER);
}
