import type { ComparisonOperator } from '../../model';

/** The URL parameters of a concept or view (docs/filters.md). */
export interface Filter {
  /** In ascending order of the group number. */
  readonly groups: readonly FilterGroup[];
  /** Properties or paths of `_select_`; undefined means all. */
  readonly select?: readonly string[];
  readonly order: readonly FilterOrder[];
  readonly limit?: number;
  readonly offset?: number;
  /** The cursor as received; `decodeCursor` parses it. */
  readonly after?: string;
  readonly count?: 'exact' | 'estimate';
  /** Undefined if the URL names no format; the Accept header then decides. */
  readonly format?: 'json' | 'ndjson' | 'csv';
  readonly explain: boolean;
  readonly typed: boolean;
  readonly nested: boolean;
}

/** One condition. `conjunction` joins it to the next group and is ignored for the last one. */
export interface FilterGroup {
  readonly subject: string;
  readonly condition: FilterCondition;
  readonly conjunction: 'and' | 'or';
}

export type FilterCondition =
  | { readonly kind: 'compare'; readonly operator: ComparisonOperator; readonly value: string }
  | { readonly kind: 'like'; readonly negated: boolean; readonly pattern: string }
  | { readonly kind: 'in'; readonly negated: boolean; readonly values: readonly string[] }
  | { readonly kind: 'null'; readonly negated: boolean };

export interface FilterOrder {
  readonly subject: string;
  readonly descending: boolean;
}
