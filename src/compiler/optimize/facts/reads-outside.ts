import type { Query } from '../../../model';
import type { Resolved } from '../../values';
import { aliasesOf } from './relation';
import { rewriteBlocks } from '../rewrite/rewrite-query';
import { usesOfQuery } from './uses';

/** Whether a query reads columns of a query around it: then it cannot stand in a FROM, where not every engine knows LATERAL. */
export function readsOutside(query: Query<Resolved>): boolean {
  const own = new Set<string>(['']);
  rewriteBlocks(query, (block) => {
    if (block.kind === 'select' && block.from !== undefined) for (const alias of aliasesOf(block.from)) own.add(alias);
    return block;
  });
  return [...usesOfQuery(query).keys()].some((alias) => !own.has(alias));
}
