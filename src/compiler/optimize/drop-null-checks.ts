import type { Expression, Query, Source } from '../../model';
import type { Resolved } from '../plan';
import { conjunction, conjuncts } from '../tree';
import { columnKey, neverNull, rejectedNulls } from './rejects-null';
import { rewriteBlocks } from './rewrite-query';

type Value = Expression<Resolved>;

/** Drops `x IS NOT NULL` where a comparison with `x` in the same condition, or of an inner join beneath it, says as much. */
export function dropNullChecks(query: Query<Resolved>): Query<Resolved> {
  return rewriteBlocks(query, (block) => {
    if (block.kind !== 'select') return block;
    const { where, from, ...rest } = block;
    const kept = where && dropFrom(where, neverNull(from));
    return { ...rest, ...(from && { from: dropInJoins(from) }), ...(kept && { where: kept }) };
  });
}

function dropInJoins(source: Source<Resolved>): Source<Resolved> {
  if (source.kind !== 'join') return source;
  const { on, ...rest } = source;
  const kept = on && dropFrom(on, new Set([...neverNull(source.left), ...neverNull(source.right)]));
  return { ...rest, left: dropInJoins(source.left), right: dropInJoins(source.right), ...(kept && { on: kept }) };
}

/** At least one condition stays: a join without one would be another join. */
function dropFrom(condition: Value, known: ReadonlySet<string>): Value | undefined {
  const rejected = rejectedNulls(condition);
  const isImplied = (part: Value): boolean => {
    if (part.kind !== 'is' || part.test !== 'null' || !part.negated || part.operand.kind !== 'reference') return false;
    const key = columnKey(part.operand.reference);
    return rejected.has(key) || known.has(key);
  };
  return conjunction(conjuncts(condition).filter((part) => !isImplied(part)));
}
