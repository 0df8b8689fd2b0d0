import type { Expression, Query, Select, Source } from '../../model';
import type { Resolved } from '../plan';
import { mapChildren, rebuildQuery, unionAll, valuesOf } from '../tree';
import { armsOf } from './arms-of';
import { holdsQuery } from './traits';

type Value = Expression<Resolved>;
type Rewrite = (block: Query<Resolved>) => Query<Resolved>;

/** The query with `rewrite` applied to every block of it, sub-queries first; the same object where nothing changes. */
export function rewriteBlocks(query: Query<Resolved>, rewrite: Rewrite): Query<Resolved> {
  return rewrite(rewriteWithin(query, (inner) => rewriteBlocks(inner, rewrite)));
}

/** The query with the branches of every UNION ALL rewritten, all of a chain at once and sub-queries first; there is at least one. */
export function rewriteUnions(
  query: Query<Resolved>,
  rewrite: (arms: readonly Select<Resolved>[]) => readonly Select<Resolved>[],
): Query<Resolved> {
  const within = (inner: Query<Resolved>): Query<Resolved> => rewriteUnions(inner, rewrite);
  const arms = armsOf(query);
  if (arms.length < 2) return rewriteWithin(query, within);
  const before = arms.map((arm) => rewriteWithin(arm, within)).flatMap(armsOf);
  const after = rewrite(before);
  const isSame = after.length === arms.length && after.every((arm, index) => arm === arms[index]);
  return isSame ? query : unionAll<Resolved>(after);
}

/** The query with `rewrite` applied to the queries directly in it. */
function rewriteWithin(query: Query<Resolved>, rewrite: Rewrite): Query<Resolved> {
  if (isFlat(query)) return query;
  const seen = { change: false };
  const noted = <T>(before: T, after: T): T => {
    if (after !== before) seen.change = true;
    return after;
  };
  const rebuilt = rebuildQuery<Resolved, Resolved>(query, {
    expression: (expression) => noted(expression, rewriteExpression(expression, rewrite)),
    query: (inner) => noted(inner, rewrite(inner)),
    source: (source) => noted(source, rewriteSource(source, rewrite)),
  });
  return seen.change ? rebuilt : query;
}

/** Blocks that are known to hold no query, as most branches. */
const FLAT = new WeakSet<Query<Resolved>>();

function isFlat(query: Query<Resolved>): boolean {
  if (FLAT.has(query)) return true;
  if (query.kind === 'set' || query.with !== undefined || valuesOf(query).some(holdsQuery)) return false;
  if (query.from !== undefined && sourceHoldsQuery(query.from)) return false;
  FLAT.add(query);
  return true;
}

function sourceHoldsQuery(source: Source<Resolved>): boolean {
  if (source.kind !== 'join') return source.kind === 'derived';
  const { left, right, on } = source;
  return (on !== undefined && holdsQuery(on)) || sourceHoldsQuery(left) || sourceHoldsQuery(right);
}

function rewriteExpression(expression: Value, rewrite: Rewrite): Value {
  if (!holdsQuery(expression) || expression.kind === 'literal' || expression.kind === 'reference') return expression;
  const seen = { change: false };
  const noted = <T>(before: T, after: T): T => {
    if (after !== before) seen.change = true;
    return after;
  };
  const rebuilt = mapChildren<Resolved, Resolved>(expression, {
    expression: (child) => noted(child, rewriteExpression(child, rewrite)),
    query: (inner) => noted(inner, rewrite(inner)),
  });
  return seen.change ? rebuilt : expression;
}

function rewriteSource(source: Source<Resolved>, rewrite: Rewrite): Source<Resolved> {
  if (source.kind === 'table') return source;
  if (source.kind === 'derived') {
    const query = rewrite(source.query);
    return query === source.query ? source : { ...source, query };
  }
  const left = rewriteSource(source.left, rewrite);
  const right = rewriteSource(source.right, rewrite);
  const on = source.on && rewriteExpression(source.on, rewrite);
  if (left === source.left && right === source.right && on === source.on) return source;
  return { ...source, left, right, ...(on && { on }) };
}
