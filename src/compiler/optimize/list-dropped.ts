import type { Query, Source } from '../../model';
import type { Plan, Resolved } from '../values';
import { optimizePlan, type OptimizeOptions, type PassName } from './optimize-plan';
import { rewriteBlocks } from './rewrite/rewrite-query';

/** The number of times that a pass dropped the rows of a mapping. */
export interface Dropped {
  readonly pass: PassName;
  readonly mapping: string;
  readonly times: number;
}

/** Returns the mappings that each pass dropped from a plan, in order, for EXPLAIN. */
export function listDropped(plan: Plan, options: Omit<OptimizeOptions, 'onPass'>): readonly Dropped[] {
  const dropped: Dropped[] = [];
  optimizePlan(plan, {
    ...options,
    onPass: (pass, before, after) => {
      const left = countMappings(after);
      for (const [mapping, count] of countMappings(before)) {
        const times = count - (left.get(mapping) ?? 0);
        if (times > 0) dropped.push({ pass, mapping, times });
      }
    },
  });
  return dropped;
}

function countMappings(query: Query<Resolved>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (source: Source<Resolved>): void => {
    if (source.kind === 'join') {
      count(source.left);
      count(source.right);
    } else if (source.facts?.mapping !== undefined) {
      counts.set(source.facts.mapping, (counts.get(source.facts.mapping) ?? 0) + 1);
    }
  };
  rewriteBlocks(query, (block) => {
    if (block.kind === 'select' && block.from !== undefined) count(block.from);
    return block;
  });
  return counts;
}
