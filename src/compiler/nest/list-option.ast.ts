import type { Expression, Written } from '../../model';

/** What a request does with one list of its nested rows: cut, sort or filter it (docs/filters.md). */
export type ListOption = ListPlace &
  (
    | { readonly kind: 'limit'; readonly limit: number }
    | { readonly kind: 'order'; readonly order: readonly ElementOrder[] }
    | { readonly kind: 'where'; readonly condition: Expression<Written> }
  );

interface ListPlace {
  /** The path of the list in the answer, such as `has_city.twin_of`. */
  readonly member: string;
  /** The name of the option as written, for messages. */
  readonly parameter: string;
  readonly text: string;
  /** The offset of `text`, for errors; those in a condition are relative to the same text. */
  readonly at: number;
}

interface ElementOrder {
  readonly subject: string;
  readonly descending: boolean;
}
