import type { Expression, Query, Select } from '../../../model';
import type { Resolved } from '../../values';
import { rewriteChildren, rewriteParts, rewriteSource, unionAll } from '../../tree';
import { armsOf } from './arms-of';
import { holdsQuery, someValueHoldsQuery } from './subtree-facts';

type Value = Expression<Resolved>;
type Rewrite = (block: Query<Resolved>) => Query<Resolved>;

/** Applies `rewrite` to every block of the query, subqueries first. Returns the same object if nothing changes. */
export function rewriteBlocks(query: Query<Resolved>, rewrite: Rewrite): Query<Resolved> {
  const within = rewriteWithin((inner) => rewrite(within(inner)));
  return rewrite(within(query));
}

/**
 * Rewrites the branches of every UNION ALL, a whole chain at once and subqueries first. `rewrite` must return at least
 * one branch. Returns the same object if nothing changes.
 */
export function rewriteUnions(
  query: Query<Resolved>,
  rewrite: (arms: readonly Select<Resolved>[]) => readonly Select<Resolved>[],
): Query<Resolved> {
  const all = (inner: Query<Resolved>): Query<Resolved> => {
    const arms = armsOf(inner);
    if (arms.length < 2) return within(inner);
    const after = rewrite(arms.map(within).flatMap(armsOf));
    const isSame = after.length === arms.length && after.every((arm, index) => arm === arms[index]);
    return isSame ? inner : unionAll<Resolved>(after);
  };
  const within = rewriteWithin(all);
  return all(query);
}

/** Applies `rewrite` to the direct subqueries of a query. */
function rewriteWithin(rewrite: Rewrite): Rewrite {
  const parts = {
    expression: (value: Value): Value => (holdsQuery(value) ? rewriteChildren(value, parts) : value),
    query: rewrite,
  };
  return (query) => {
    if (query.with !== undefined || someValueHoldsQuery(query)) return rewriteParts(query, parts);
    if (query.kind === 'select') {
      const from = query.from && rewriteSource(query.from, parts);
      return from === query.from ? query : { ...query, ...(from && { from }) };
    }
    const [left, right] = [rewrite(query.left), rewrite(query.right)];
    return left === query.left && right === query.right ? query : { ...query, left, right };
  };
}
