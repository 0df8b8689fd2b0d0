import type { Query, Select } from '../../model';
import type { Resolved } from '../plan';

/** The SELECTs of a chain of UNION ALL, or of a single SELECT; nothing where the whole is ordered, cut or has common tables. */
export function armsOf(query: Query<Resolved>): readonly Select<Resolved>[] {
  if (query.orderBy.length > 0 || query.limit !== undefined || query.offset !== undefined || query.with !== undefined)
    return [];
  if (query.kind === 'select') return [query];
  if (query.operator !== 'union' || !query.all) return [];
  const [left, right] = [armsOf(query.left), armsOf(query.right)];
  return left.length === 0 || right.length === 0 ? [] : [...left, ...right];
}
