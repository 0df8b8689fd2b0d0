import type { ComparisonOperator, Expression, RowFormat, Written } from '../../model';
import type { ListOption } from '../nest';

/** The URL parameters of a concept or view (docs/filters.md). */
export interface Filter {
  /** In ascending order of the group number. */
  readonly groups: readonly FilterGroup[];
  /** The condition of `_where_`, which the rows must meet in addition to the groups. */
  readonly where?: TextCondition;
  /** The condition of `_having_` on the groups of the answer. */
  readonly having?: TextCondition;
  /** Properties or paths of `_select_`; undefined means all. */
  readonly select?: readonly string[];
  readonly order: readonly FilterOrder[];
  readonly limit?: number;
  readonly offset?: number;
  /** The cursor as received; `decodeCursor` parses it. */
  readonly after?: string;
  readonly count?: 'exact' | 'estimate';
  /** Undefined if the URL names no format; the Accept header then decides. */
  readonly format?: RowFormat;
  readonly explain: boolean;
  readonly typed: boolean;
  readonly nested: boolean;
  /** How the lists of nested rows are cut, sorted and filtered; absent without such options. */
  readonly lists?: readonly ListOption[];
  /** Whether each entity has one row, whatever its condition reads. */
  readonly distinct: boolean;
  /** Set where an earlier filter had the same form. */
  readonly instance?: FormInstance;
}

/** What filters have in common that differ only in the values of their parameters `_comp_`, `_comp1_`, ... */
export interface FilterForm {
  /** One of these filters. */
  readonly example: Filter;
  /** These parameters in the order of their groups: the index and the number of the group, and the place in the URL among them. */
  readonly places: readonly { readonly group: number; readonly number: number; readonly place: number }[];
}

/** The form of a filter, and its values in the order of the literals of `lowerFilter`. */
export interface FormInstance {
  readonly form: FilterForm;
  readonly values: readonly string[];
}

/** A condition in the language of statements. The offsets in its tree are `base` and an offset in `text`. */
export interface TextCondition {
  readonly text: string;
  readonly base: number;
  readonly expression: Expression<Written>;
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
