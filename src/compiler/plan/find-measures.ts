import { ServiceError } from '../../errors';
import type { Expression, Select } from '../../model';
import { isExpression, mapChildren, mapExpression } from '../tree';
import { FUNCTIONS } from './functions';
import type { Resolved } from './plan';

type Value = Expression<Resolved>;

/** Refuses measures where rows are filtered, before there are groups. */
export function refuseMeasures(expression: Value | undefined): void {
  if (expression === undefined) return;
  mapExpression<Resolved, Resolved>(expression, {
    reference: (column) => {
      if (column.measure === undefined) return { kind: 'reference', reference: column };
      throw new ServiceError('plan_invalid', `a measure such as "${column.measure.property.name}" cannot filter rows`, {
        hint: 'use HAVING: a measure is a value of a group',
      });
    },
    source: (source) => source,
  });
}

function holdsMeasure(expression: Value): boolean {
  return holds(expression, (node) => node.kind === 'reference' && node.reference.measure !== undefined);
}

/** Whether a SELECT reads measures anywhere but in its WHERE. */
export function readsMeasures(select: Select<Resolved>): boolean {
  const items = select.items.map((item) => item.expression).filter(isExpression);
  return [...items, select.having, ...select.orderBy.map((item) => item.expression)].some(
    (part) => part !== undefined && holdsMeasure(part),
  );
}

/** A column of the grouping: reads something, and aggregates nothing. */
export function isGrouping(expression: Value): boolean {
  const isAggregate = (node: Value): boolean =>
    (node.kind === 'reference' && node.reference.measure !== undefined) ||
    (node.kind === 'call' && node.over === undefined && FUNCTIONS.get(node.name)?.kind === 'aggregate');
  return !holds(expression, isAggregate) && holds(expression, (node) => node.kind === 'reference');
}

function holds(expression: Value, test: (node: Value) => boolean): boolean {
  if (test(expression)) return true;
  if (expression.kind === 'literal' || expression.kind === 'reference') return false;
  let found = false;
  mapChildren<Resolved, Resolved>(expression, {
    expression: (child) => {
      found ||= holds(child, test);
      return child;
    },
    query: (query) => query,
  });
  return found;
}
