import type { ComparisonOperator } from '../../model';
import { ServiceError, suggest } from '../../errors';
import type { FilterCondition } from './filter.ast';
import { show } from './filter-refusals';
import { parseList } from './parse-list';

export type FilterOperator =
  'eq' | 'not_eq' | 'in' | 'not_in' | 'like' | 'not_like' | 'gt' | 'gte' | 'lt' | 'lte' | 'is_null' | 'not_null';

/** The condition that an operator builds; `parameter` is the name of the comparator, for messages. */
export type OperatorMeaning =
  | { readonly comparator: 'none'; readonly condition: FilterCondition }
  | { readonly comparator: 'text'; readonly read: (text: string, parameter: string) => FilterCondition };

/** The operators of URL filters (docs/filters.md). */
export const FILTER_OPERATORS = {
  eq: compares('='),
  not_eq: compares('<>'),
  in: lists(false),
  not_in: lists(true),
  like: resembles(false),
  not_like: resembles(true),
  gt: compares('>'),
  gte: compares('>='),
  lt: compares('<'),
  lte: compares('<='),
  is_null: { comparator: 'none', condition: { kind: 'null', negated: false } },
  not_null: { comparator: 'none', condition: { kind: 'null', negated: true } },
} satisfies Record<FilterOperator, OperatorMeaning>;

const ALIASES = {
  neq: 'not_eq',
  ne: 'not_eq',
  nin: 'not_in',
  is_not_null: 'not_null',
} satisfies Record<string, FilterOperator>;

const MEANINGS: ReadonlyMap<string, OperatorMeaning> = new Map<string, OperatorMeaning>([
  ...Object.entries(FILTER_OPERATORS),
  ...Object.entries(ALIASES).map(([alias, name]) => [alias, FILTER_OPERATORS[name]] as const),
]);

/** Returns the operator with a name in any letter case, or with an alias. Rejects an unknown name and suggests the nearest one. */
export function getFilterOperator(name: string): OperatorMeaning {
  const meaning = MEANINGS.get(name.toLowerCase());
  if (meaning !== undefined) return meaning;
  const known = Object.keys(FILTER_OPERATORS);
  throw new ServiceError('filter_unknown_operator', `there is no operator ${show(name)}`, {
    hint: suggest(name, MEANINGS.keys()) ?? `the operators are ${known.join(', ')}`,
  });
}

function compares(operator: ComparisonOperator): OperatorMeaning {
  return { comparator: 'text', read: (value) => ({ kind: 'compare', operator, value }) };
}

function resembles(negated: boolean): OperatorMeaning {
  return { comparator: 'text', read: (pattern) => ({ kind: 'like', negated, pattern }) };
}

function lists(negated: boolean): OperatorMeaning {
  return {
    comparator: 'text',
    read: (text, parameter) => ({ kind: 'in', negated, values: parseList(text, parameter) }),
  };
}
