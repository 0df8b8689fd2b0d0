import type { Query } from '../../../model';
import type { Resolved } from '../../values';
import { resultOf } from '../facts/relation';
import { rewriteBlocks } from '../rewrite/rewrite-query';

/** Drops DISTINCT from a SELECT whose rows differ anyway, because it selects a key that is never NULL. */
export function dropDistinct(query: Query<Resolved>): Query<Resolved> {
  return rewriteBlocks(query, (block) => {
    if (block.kind !== 'select' || !block.distinct) return block;
    const plain = { ...block, distinct: false };
    const { keys, notNull } = resultOf(plain);
    return keys.some((key) => key.every((column) => notNull.has(column))) ? plain : block;
  });
}
