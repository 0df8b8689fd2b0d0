import { ServiceError } from '../../../errors';
import type { Expression, Source, Written } from '../../../model';
import { childrenOf } from '../../tree';

type Offset = number | undefined;

/** Runs `work` and adds the offset to an error without one. */
export function locate<T>(at: Offset | (() => Offset), work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.details.offset !== undefined) throw error;
    throw new ServiceError(error.code, error.message, {
      ...error.details,
      offset: typeof at === 'function' ? at() : at,
    });
  }
}

/** Returns the offset of an expression, or the smallest offset of its parts. */
export function firstOffset(expression: Expression<Written>): number | undefined {
  if (expression.kind === 'literal') return expression.at;
  if (expression.kind === 'reference') return expression.reference.at;
  const offsets = childrenOf(expression).map(firstOffset);
  const known = [...(expression.kind === 'call' ? [expression.at] : []), ...offsets].filter((at) => at !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Returns the offset of the first table of a FROM. */
export function firstTable(source: Source<Written> | undefined): number | undefined {
  if (source?.kind === 'join') return firstTable(source.left) ?? firstTable(source.right);
  return source?.kind === 'table' ? source.table.at : undefined;
}
