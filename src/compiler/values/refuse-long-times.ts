import { ServiceError } from '../../errors';
import type { Expression, Query } from '../../model';
import { rewriteChildren, rewriteParts, type Rewrite } from '../tree';
import type { Resolved } from './plan.ast';
import { isBeyondDay } from './coerce-literal';
import { COMPARISON_OPERATORS } from './value-sets';

/**
 * Rejects TIME literals outside one day, except in comparisons, with plan_unsupported (422). DuckDB, whose TIME type is
 * limited to one day, supports them only in comparisons.
 */
export function refuseLongTimes(query: Query<Resolved>): void {
  rewriteParts(query, WALK);
}

const WALK: Rewrite<Resolved> = {
  expression: (node) => {
    if (isBeyondDay(node)) throw refusal(node);
    if (node.kind !== 'binary' || !COMPARISON_OPERATORS.has(node.operator)) return rewriteChildren(node, WALK);
    for (const side of [node.left, node.right]) if (!isBeyondDay(side)) WALK.expression(side);
    return node;
  },
  query: (inner) => rewriteParts(inner, WALK),
};

function refusal({ text, at }: Extract<Expression<Resolved>, { kind: 'literal' }>): ServiceError {
  return new ServiceError(
    'plan_unsupported',
    `"${text}" is not a time of day, and the data source has no other times`,
    {
      hint: 'use it only in comparisons with a time, or as a string',
      offset: at,
    },
  );
}
