import type { Query } from '../../../model';
import type { Resolved } from '../../values';
import { aliasesOf } from './relation';
import { rewriteBlocks } from '../rewrite/rewrite-query';
import { usesOfQuery } from './uses';

/** Returns whether a query reads columns of an outer query. It then cannot move into a FROM, because not every engine supports LATERAL. */
export function readsOutside(query: Query<Resolved>): boolean {
  const own = new Set<string>(['']);
  rewriteBlocks(query, (block) => {
    if (block.kind === 'select' && block.from !== undefined) for (const alias of aliasesOf(block.from)) own.add(alias);
    return block;
  });
  return [...usesOfQuery(query).keys()].some((alias) => !own.has(alias));
}
