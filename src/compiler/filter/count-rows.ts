import type { Expression, Query, Select, SelectItem, Written } from '../../model';
import { selectOf } from '../tree';

const TOTAL: SelectItem<Written> = {
  expression: { kind: 'call', name: 'COUNT', arguments: [{ kind: 'star', qualifier: [] }], distinct: false },
  alias: { name: 'total' },
};

/** The statement that counts what a filter's statement would give without its page: rows, or (`nested`) entities. */
export function countRows(query: Query<Written>, nested: boolean): Query<Written> {
  const whole = { ...query, limit: undefined, offset: undefined, orderBy: [] };
  if (whole.kind === 'set') return countOf(whole);
  if (nested)
    return countOf({
      ...whole,
      distinct: true,
      items: ['entity_type', 'entity_id'].map((name) => ({ expression: refer(name) })),
    });
  const ordered = query.orderBy.map((order, index) => ({
    expression: order.expression,
    alias: { name: `order_${index + 1}` },
  }));
  const isStar = whole.items.every((item) => item.expression.kind === 'star');
  const items = isStar ? ordered : [...whole.items, ...ordered];
  return isStar && ordered.length === 0 ? { ...whole, items: [TOTAL] } : countOf({ ...whole, items });
}

function countOf(query: Query<Written>): Select<Written> {
  return {
    ...selectOf<Written>([TOTAL]),
    from: { kind: 'derived', query, alias: { name: 'counted' }, lateral: false },
  };
}

function refer(name: string): Expression<Written> {
  return { kind: 'reference', reference: { parts: [{ name }] } };
}
