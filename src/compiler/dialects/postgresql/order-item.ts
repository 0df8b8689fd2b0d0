import type { OrderItem } from '../../../model';
import type { Resolved } from '../../values';
import { type Fragment, sql } from '../../emit';

/** Writes an item of ORDER BY. NULL sorts first in ascending order and last in descending order, unlike PostgreSQL's own order. */
export function orderItem({ descending, nulls }: OrderItem<Resolved>, value: Fragment): Fragment {
  const sorted = descending ? sql`${value} DESC` : value;
  if (nulls === 'none') return sorted;
  if (descending) return sql`${sorted} NULLS LAST`;
  return nulls === 'last' ? sorted : sql`${sorted} NULLS FIRST`;
}
