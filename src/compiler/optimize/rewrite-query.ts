import type { Expression, Query, Source } from '../../model';
import type { Resolved } from '../plan';
import { mapChildren, rebuildQuery } from '../tree';

/** The query with `rewrite` applied to every block of it, sub-queries first. */
export function rewriteBlocks(
  query: Query<Resolved>,
  rewrite: (block: Query<Resolved>) => Query<Resolved>,
): Query<Resolved> {
  const inQuery = (inner: Query<Resolved>): Query<Resolved> => rewriteBlocks(inner, rewrite);
  const inExpression = (expression: Expression<Resolved>): Expression<Resolved> =>
    expression.kind === 'literal' || expression.kind === 'reference'
      ? expression
      : mapChildren<Resolved, Resolved>(expression, { expression: inExpression, query: inQuery });
  const inSource = (source: Source<Resolved>): Source<Resolved> => {
    if (source.kind === 'table') return source;
    if (source.kind === 'derived') return { ...source, query: inQuery(source.query) };
    const { on, ...rest } = source;
    return { ...rest, left: inSource(source.left), right: inSource(source.right), ...(on && { on: inExpression(on) }) };
  };
  return rewrite(
    rebuildQuery<Resolved, Resolved>(query, { expression: inExpression, query: inQuery, source: inSource }),
  );
}
