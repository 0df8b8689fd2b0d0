import { isExpression, someNode } from '../tree';
import { isAggregateCall } from '../values';
import type { Query, Select } from './emit.ast';

/** Returns the most rows that a query can return, as its own text shows: its LIMIT, or one row for aggregates without GROUP BY. */
export function mostRows(query: Query): number | undefined {
  return query.kind === 'select' && isOneGroup(query) ? 1 : query.limit;
}

function isOneGroup({ groupBy, items }: Select): boolean {
  return (
    groupBy.length === 0 &&
    items.some(({ expression }) => isExpression(expression) && someNode(expression, isAggregateCall))
  );
}
