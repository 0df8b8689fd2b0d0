import type { Expression, Phase, Query, Source } from '../../model';
import { mapChildren, type ChildMap } from './map-children';
import { rebuildQuery } from './map-query';

/** What becomes of the parts of a tree that stays in its phase: the same object where nothing does. */
export type Rewrite<P extends Phase> = ChildMap<P, P>;

/** The node with its parts rewritten; the same object where none changes. */
export function rewriteChildren<P extends Phase>(node: Expression<P>, rewrite: Rewrite<P>): Expression<P> {
  if (node.kind === 'literal' || node.kind === 'reference') return node;
  const noted = note(rewrite);
  const rebuilt = mapChildren<P, P>(node, noted.rewrite);
  return noted.hasChanged() ? rebuilt : node;
}

/** The query with its direct parts rewritten, those of its FROM included; the same object where none changes. */
export function rewriteParts<P extends Phase>(query: Query<P>, rewrite: Rewrite<P>): Query<P> {
  const noted = note(rewrite);
  const source = (from: Source<P>): Source<P> => rewriteSource(from, noted.rewrite);
  const rebuilt = rebuildQuery<P, P>(query, { ...noted.rewrite, source });
  return noted.hasChanged() ? rebuilt : query;
}

/** The source with its conditions and derived tables rewritten; the same object where none changes. */
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
