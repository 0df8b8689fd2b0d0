import {
  decodeCursor,
  type Filter,
  type FilterTarget,
  fingerprintRequest,
  type OrderColumn,
  type Place,
  seekBehind,
  unreadable,
} from '../../compiler/filter';
import type { Ontology, Select, Written } from '../../model';

/** The part of a request's rows that is asked for. */
export interface Page {
  readonly limit: number | undefined;
  readonly from: Place;
  readonly fingerprint: string;
  /** The columns of its order; none where its rows cannot be told by a key. */
  readonly order: readonly OrderColumn[];
}

const WHOLE: Page = { limit: undefined, from: { offset: 0 }, fingerprint: '', order: [] };

/** The page that a filter asks for, where its rows are in this order; refuses the cursor of another request. */
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

/** The statement behind the key of a page. */
export function seek(ordered: Select<Written>, { from, order }: Page): Select<Written> {
  if (from.key === undefined) return ordered;
  const sought = from.key.length === order.length ? seekBehind(ordered, order, from.key) : undefined;
  if (sought === undefined) throw unreadable();
  return sought;
}
