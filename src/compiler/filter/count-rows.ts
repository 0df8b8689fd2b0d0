import type { Query, Select, SelectItem, Written } from '../../model';
import { refer, selectOf } from '../tree';

const TOTAL: SelectItem<Written> = {
  expression: { kind: 'call', name: 'COUNT', arguments: [{ kind: 'star', qualifier: [] }], distinct: false },
  alias: { name: 'total' },
};

/** The rows to count: the entities that `identity` identifies, otherwise the rows. The rows of a cube depend on the selected columns. */
interface Counting {
  readonly identity?: readonly string[] | undefined;
  readonly ofCube: boolean;
}

/** Returns the statement that counts the rows of a filter's statement without its page. */
export function countRows(query: Query<Written>, { identity, ofCube }: Counting): Query<Written> {
  const whole = { ...query, limit: undefined, offset: undefined, orderBy: [] };
  if (whole.kind === 'set') return countOf(whole);
  if (identity !== undefined)
    return countOf({ ...whole, distinct: true, items: identity.map((name) => ({ expression: refer(name) })) });
  const ordered = query.orderBy.map((order, index) => ({
    expression: order.expression,
    alias: { name: `order_${index + 1}` },
  }));
  const isStar = !ofCube && whole.items.every((item) => item.expression.kind === 'star');
  const items = isStar ? ordered : [...whole.items, ...ordered];
  return isStar && ordered.length === 0 ? { ...whole, items: [TOTAL] } : countOf({ ...whole, items });
}

function countOf(query: Query<Written>): Select<Written> {
  return {
    ...selectOf<Written>([TOTAL]),
    from: { kind: 'derived', query, alias: { name: 'counted' }, lateral: false },
  };
}
