import { ServiceError } from '../../errors';
import type { Expression, Select } from '../../model';
import { isExpression, mapChildren, mapExpression, someNode, treeKey } from '../tree';
import { FUNCTIONS } from './functions';
import type { MeasureUse, Resolved } from './plan';

type Value = Expression<Resolved>;

/** Refuses measures where rows are filtered, joined or grouped, before there are groups. */
export function refuseMeasures(expression: Value | undefined, purpose: string): void {
  if (expression === undefined) return;
  mapExpression<Resolved, Resolved>(expression, {
    reference: (column) => {
      if (column.measure === undefined) return { kind: 'reference', reference: column };
      throw new ServiceError('plan_invalid', `a measure such as "${column.measure.property.name}" cannot ${purpose}`, {
        hint: 'use HAVING: a measure is a value of a group',
      });
    },
    source: (source) => source,
  });
}

/** A measure that the expression reads, sub-queries left aside. */
export function findMeasure(expression: Value): MeasureUse | undefined {
  let found: MeasureUse | undefined;
  someNode(expression, (node) => {
    if (node.kind === 'reference') found ??= node.reference.measure;
    return found !== undefined;
  });
  return found;
}

/** Whether a SELECT reads measures anywhere but in its WHERE. */
export function readsMeasures(select: Select<Resolved>): boolean {
  const items = select.items.map((item) => item.expression).filter(isExpression);
  const windows = select.windows.flatMap(({ window }) => [
    ...window.partitionBy,
    ...window.orderBy.map((item) => item.expression),
  ]);
  return [...items, select.having, ...select.orderBy.map((item) => item.expression), ...windows].some(
    (part) => part !== undefined && findMeasure(part) !== undefined,
  );
}

/** Refuses an order by what is no column of the grouping: a group has no one value of it. */
export function refuseUngroupedOrder({ orderBy }: Select<Resolved>, groupBy: readonly Value[]): void {
  const groups = new Set(groupBy.map(treeKey));
  if (!orderBy.some(({ expression }) => readsUngrouped(expression, groups))) return;
  throw new ServiceError(
    'plan_invalid',
    'groups of a measure are ordered by what they are grouped by, and by measures',
    {
      hint: 'select what the order names',
    },
  );
}

function readsUngrouped(node: Value, groups: ReadonlySet<string>): boolean {
  const isOutput = node.kind === 'reference' && node.reference.source === '';
  if (node.kind === 'literal' || isOutput || isAggregate(node)) return false;
  if (findMeasure(node) === undefined && groups.has(treeKey(node))) return false;
  if (node.kind === 'reference') return true;
  let found = false;
  mapChildren<Resolved, Resolved>(node, {
    expression: (child) => {
      found ||= readsUngrouped(child, groups);
      return child;
    },
    query: (query) => query,
  });
  return found;
}

function isAggregate(node: Value): boolean {
  if (node.kind === 'reference') return node.reference.measure !== undefined;
  return node.kind === 'call' && (node.over !== undefined || FUNCTIONS.get(node.name)?.kind === 'aggregate');
}

/** A column of the grouping: reads something, aggregates nothing, and is there before windows are. */
export function isGrouping(expression: Value): boolean {
  return !someNode(expression, isAggregate) && someNode(expression, (node) => node.kind === 'reference');
}
