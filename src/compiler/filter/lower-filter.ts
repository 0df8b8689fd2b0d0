import type { Expression, Literal, OrderItem, Select, SelectItem, Written } from '../../model';
import type { Filter, FilterGroup, FilterOrder } from './filter.ast';
import { conjunction, refer } from '../tree';

/** The table that a request with URL filters reads: a concept or a view, with its schema. */
export interface FilterTarget {
  readonly schema: string;
  readonly table: string;
}

/**
 * Returns the semantic statement of a filter; `executed_query` is this statement as SQL. AND binds tighter than OR.
 * Every value is a string literal, which gets the type of its property when the statement is planned (docs/filters.md).
 */
export function lowerFilter(target: FilterTarget, filter: Filter): Select<Written> {
  return {
    kind: 'select',
    distinct: false,
    items: lowerSelect(filter.select),
    from: { kind: 'table', table: { parts: [{ name: target.schema }, { name: target.table }] } },
    where: conjunction([lowerGroups(filter.groups), filter.where?.expression]),
    groupBy: [],
    rollup: false,
    windows: [],
    orderBy: filter.order.map(lowerOrder),
    limit: filter.limit,
    offset: filter.offset,
  };
}

function lowerSelect(names: readonly string[] | undefined): readonly SelectItem<Written>[] {
  if (names === undefined) return [{ expression: { kind: 'star', qualifier: [] } }];
  return names.map((name) => ({ expression: refer(name) }));
}

function lowerOrder(order: FilterOrder): OrderItem<Written> {
  return { expression: refer(order.subject), descending: order.descending, nulls: 'last' };
}

function lowerGroups(groups: readonly FilterGroup[]): Expression<Written> | undefined {
  let alternatives: Expression<Written> | undefined;
  let alternative: Expression<Written> | undefined;
  for (const group of groups) {
    alternative = join('and', alternative, lowerGroup(group));
    if (group.conjunction === 'or') {
      alternatives = join('or', alternatives, alternative);
      alternative = undefined;
    }
  }
  return alternative === undefined ? alternatives : join('or', alternatives, alternative);
}

function join(
  operator: 'and' | 'or',
  left: Expression<Written> | undefined,
  right: Expression<Written>,
): Expression<Written> {
  return left === undefined ? right : { kind: 'binary', operator, left, right };
}

function lowerGroup({ subject, condition }: FilterGroup): Expression<Written> {
  const operand = refer(subject);
  switch (condition.kind) {
    case 'compare':
      return { kind: 'binary', operator: condition.operator, left: operand, right: text(condition.value) };
    case 'like':
      return { kind: 'like', operand, pattern: text(condition.pattern), negated: condition.negated };
    case 'in':
      return { kind: 'in-list', operand, items: condition.values.map(text), negated: condition.negated };
    case 'null':
      return { kind: 'is', operand, test: 'null', negated: condition.negated };
  }
}

function text(value: string): Literal {
  return { kind: 'literal', type: 'string', text: value };
}
