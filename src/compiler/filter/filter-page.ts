import type { Ontology, Select, Written } from '../../model';
import { decodeCursor, fingerprintRequest, type Place, unreadable } from './page-cursor';
import type { Filter } from './filter.ast';
import type { FilterTarget } from './lower-filter';
import { type OrderColumn, seekBehind } from './seek';

/** The part of the rows of a statement that a request selects. */
export interface Page {
  readonly limit: number | undefined;
  readonly from: Place;
  readonly fingerprint: string;
  /** The columns of its order; empty if a key cannot identify its rows. */
  readonly order: readonly OrderColumn[];
}

export const WHOLE: Page = { limit: undefined, from: { offset: 0 }, fingerprint: '', order: [] };

/** Returns the page that a filter selects, for rows in this order. Rejects the cursor of another request. */
export function readPage(
  ontology: Ontology,
  target: FilterTarget,
  filter: Filter,
  order: readonly OrderColumn[],
): Page {
  if ((filter.limit ?? filter.after ?? filter.offset) === undefined) return WHOLE;
  const fingerprint = fingerprintRequest(ontology.name, target, filter, order);
  const from = filter.after === undefined ? { offset: filter.offset ?? 0 } : decodeCursor(filter.after, fingerprint);
  return { limit: filter.limit, from, fingerprint, order };
}

/** Returns the statement for the rows of the page, or the statement itself if the page contains all rows. */
export function selectPage(ordered: Select<Written>, page: Page): Select<Written> {
  const statement = seek(ordered, page);
  const { limit, from } = page;
  if (limit === undefined && from.offset === 0) return statement;
  return { ...statement, limit, offset: from.offset || undefined };
}

/** Returns the statement for the rows after the key of the page. */
function seek(ordered: Select<Written>, { from, order }: Page): Select<Written> {
  if (from.key === undefined) return ordered;
  const sought = from.key.length === order.length ? seekBehind(ordered, order, from.key) : undefined;
  if (sought === undefined) throw unreadable();
  return sought;
}
