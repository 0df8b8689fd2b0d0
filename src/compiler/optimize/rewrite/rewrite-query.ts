import type { Expression, Query, Select } from '../../../model';
import type { Resolved } from '../../values';
import { rewriteChildren, rewriteParts, rewriteSource, unionAll } from '../../tree';
import { armsOf } from './arms-of';
import { holdsQuery, someValueHoldsQuery } from './subtree-facts';

type Value = Expression<Resolved>;
type Rewrite = (block: Query<Resolved>) => Query<Resolved>;

/** The query with `rewrite` applied to every block of it, sub-queries first; the same object where nothing changes. */
export function rewriteBlocks(query: Query<Resolved>, rewrite: Rewrite): Query<Resolved> {
  const within = rewriteWithin((inner) => rewrite(within(inner)));
  return rewrite(within(query));
}

/** The query with the branches of every UNION ALL rewritten, all of a chain at once and sub-queries first; there is at least one. */
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

/** Applies `rewrite` to the queries directly in one. */
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
