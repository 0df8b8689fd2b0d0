import type { Operator } from './service';

/** One comparison of a filter; all of them must be true for a row. */
export interface Comparison {
  readonly subject: string;
  readonly operator: Operator;
  readonly value: string;
}

export interface Filter {
  readonly ontology: string;
  readonly concept: string;
  readonly comparisons: readonly Comparison[];
  /** Properties or paths; none means all properties. */
  readonly columns?: readonly string[];
  /** A property, with `-` in front for descending order. */
  readonly order?: string | undefined;
  /** Parameters of docs/filters.md in addition, such as `_limit_`. */
  readonly parameters?: Readonly<Record<string, string>>;
}

export const OPERATORS: Readonly<Record<Operator, string>> = {
  eq: 'equals',
  not_eq: 'does not equal',
  like: 'matches (% and _)',
  not_like: 'does not match',
  in: 'is one of (a, b)',
  not_in: 'is none of (a, b)',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  is_null: 'has no value',
  not_null: 'has a value',
};

export function takesValue(operator: Operator): boolean {
  return operator !== 'is_null' && operator !== 'not_null';
}

/** Returns the address of the rows of a filter, relative to the API (docs/filters.md). */
export function filterAddress({ ontology, concept, comparisons, columns = [], order, parameters }: Filter): string {
  const search = new URLSearchParams();
  comparisons.forEach(({ subject, operator, value }, index) => {
    const number = index === 0 ? '' : String(index);
    search.set(`_subj${number}_`, subject);
    search.set(`_op${number}_`, operator);
    if (takesValue(operator)) search.set(`_comp${number}_`, value);
  });
  if (columns.length > 0) search.set('_select_', columns.join(','));
  if (order !== undefined) search.set('_order_', order);
  for (const [name, value] of Object.entries(parameters ?? {})) search.set(name, value);
  const path = `q/${encodeURIComponent(ontology)}/concept/${encodeURIComponent(concept)}`;
  const query = search.toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Returns the filter that `filterAddress` has written as this query string. */
export function readFilter(ontology: string, concept: string, query: string): Filter {
  const search = new URLSearchParams(query);
  const comparisons: Comparison[] = [];
  for (let number = ''; search.has(`_subj${number}_`); number = String(comparisons.length)) {
    const operator = search.get(`_op${number}_`) ?? 'eq';
    const value = search.get(`_comp${number}_`) ?? '';
    comparisons.push({
      subject: search.get(`_subj${number}_`) ?? '',
      operator: isOperator(operator) ? operator : 'eq',
      value,
    });
  }
  const columns = search.get('_select_')?.split(',') ?? [];
  return { ontology, concept, comparisons, columns, order: search.get('_order_') ?? undefined };
}

function isOperator(text: string): text is Operator {
  return Object.hasOwn(OPERATORS, text);
}
