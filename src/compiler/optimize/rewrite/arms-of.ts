import type { Query, Select } from '../../../model';
import type { Resolved } from '../../values';

/**
 * Returns the SELECTs of a chain of UNION ALL, or a single SELECT. Returns none if the query is sorted or limited, or
 * has common tables.
 */
export function armsOf(query: Query<Resolved>): readonly Select<Resolved>[] {
  const arms: Select<Resolved>[] = [];
  return addArms(query, arms) ? arms : [];
}

function addArms(query: Query<Resolved>, arms: Select<Resolved>[]): boolean {
  if (query.orderBy.length > 0 || query.limit !== undefined || query.offset !== undefined || query.with !== undefined)
    return false;
  if (query.kind === 'set')
    return query.operator === 'union' && query.all && addArms(query.left, arms) && addArms(query.right, arms);
  arms.push(query);
  return true;
}
