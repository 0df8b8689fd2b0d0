import type { Expression, Phase, Query, Source } from '../../model';
import { mapChildren, type ChildMap } from './map-children';
import { rebuildQuery } from './map-query';

/** The replacements for the parts of a tree in the same phase. An unchanged part must be the same object. */
export type Rewrite<P extends Phase> = ChildMap<P, P>;

/** Returns the node with its parts rewritten, or the same object if nothing changes. */
export function rewriteChildren<P extends Phase>(node: Expression<P>, rewrite: Rewrite<P>): Expression<P> {
  if (node.kind === 'literal' || node.kind === 'reference') return node;
  const noted = note(rewrite);
  const rebuilt = mapChildren<P, P>(node, noted.rewrite);
  return noted.hasChanged() ? rebuilt : node;
}

/** Returns the query with its direct parts rewritten, including its FROM, or the same object if nothing changes. */
export function rewriteParts<P extends Phase>(query: Query<P>, rewrite: Rewrite<P>): Query<P> {
  const noted = note(rewrite);
  const source = (from: Source<P>): Source<P> => rewriteSource(from, noted.rewrite);
  const rebuilt = rebuildQuery<P, P>(query, { ...noted.rewrite, source });
  return noted.hasChanged() ? rebuilt : query;
}

/** Returns the source with its conditions and derived tables rewritten, or the same object if nothing changes. */
export function rewriteSource<P extends Phase>(source: Source<P>, rewrite: Rewrite<P>): Source<P> {
  if (source.kind === 'table') return source;
  if (source.kind === 'derived') {
    const query = rewrite.query(source.query);
    return query === source.query ? source : { ...source, query };
  }
  const left = rewriteSource(source.left, rewrite);
  const right = rewriteSource(source.right, rewrite);
  const on = source.on && rewrite.expression(source.on);
  if (left === source.left && right === source.right && on === source.on) return source;
  return { ...source, left, right, ...(on && { on }) };
}

function note<P extends Phase>({ expression, query }: Rewrite<P>) {
  let changed = false;
  const noted = <T>(before: T, after: T): T => {
    changed ||= after !== before;
    return after;
  };
  return {
    rewrite: {
      expression: (before: Expression<P>) => noted(before, expression(before)),
      query: (before: Query<P>) => noted(before, query(before)),
    },
    hasChanged: () => changed,
  };
}
