import { ServiceError } from '../../../errors';
import { someNode } from '../../tree';
import { FUNCTIONS } from '../../values';
import { type Call, type Expression, type Fragment, sql } from '../../emit';

/**
 * Writes a value under a name that `body` can use several times. Without OFFSET, PostgreSQL would compute the value in each of these places
 * again: it merges a subquery with the one around it unless `is_simple_subquery` (src/backend/optimizer/prep/prepjointree.c) finds
 * such a clause.
 */
export function bind(name: string, value: Fragment, body: Fragment): Fragment {
  return sql`(SELECT ${body} FROM (SELECT ${value} AS ${name} OFFSET 0) AS bound)`;
}

/**
 * Writes the value of these expressions under a name that `body` can use several times. Rejects expressions as
 * `refuseOwnRows` does.
 */
export function bindOnce(name: string, value: Fragment, body: Fragment, of: readonly Expression[]): Fragment {
  refuseOwnRows(of);
  return bind(name, value, body);
}

/**
 * Rejects window functions, and aggregates that read no column, with plan_unsupported (422): in a subquery, PostgreSQL
 * would compute them over the single row of the subquery.
 */
export function refuseOwnRows(expressions: readonly Expression[]): void {
  for (const expression of expressions) someNode(expression, refuseNode);
}

function refuseNode(node: Expression): boolean {
  if (node.kind !== 'call' || !isOfOwnRows(node)) return false;
  throw new ServiceError('plan_unsupported', `PostgreSQL cannot read ${node.name} in the argument of this function`, {
    hint: 'compute it in a derived table, and call the function outside of it',
    offset: node.at,
  });
}

function isOfOwnRows(node: Call): boolean {
  if (node.over !== undefined) return true;
  const isAggregate = FUNCTIONS.get(node.name)?.kind === 'aggregate';
  return isAggregate && !someNode(node, ({ kind }: Expression) => kind === 'reference');
}
