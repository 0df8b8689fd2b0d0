import { type Expression, nameKey, type Query, type Select, type SelectItem, type Written } from '../../model';
import { conjunction, isNull, namesOutsideQueries, refer, selectOf, unionAll } from '../tree';

const TOTAL: SelectItem<Written> = {
  expression: { kind: 'call', name: 'COUNT', arguments: [{ kind: 'star', qualifier: [] }], distinct: false },
  alias: { name: 'total' },
};

/**
 * The rows to count: the entities that `identity` identifies, and with `hasKeyless` each row without an id, otherwise the rows.
 * The rows of a cube depend on the selected columns.
 */
interface Counting {
  readonly identity?: readonly string[] | undefined;
  readonly hasKeyless?: boolean | undefined;
  readonly ofCube: boolean;
}

/** Returns the statement that counts the rows of a filter's statement without its page. */
export function countRows(query: Query<Written>, { identity, hasKeyless, ofCube }: Counting): Query<Written> {
  const whole = { ...query, limit: undefined, offset: undefined, orderBy: [] };
  if (whole.kind === 'set' || whole.distinct) return countOf(whole);
  if (identity !== undefined) {
    const entities = { ...whole, distinct: true, items: identity.map((name) => ({ expression: refer(name) })) };
    return countOf(hasKeyless === true ? withKeyless(entities) : entities);
  }
  const aliases = new Set(whole.items.flatMap(({ alias }) => (alias === undefined ? [] : [nameKey(alias.name)])));
  const ordered = query.orderBy
    .filter(({ expression }) => !namesOutsideQueries(expression).some((name) => aliases.has(nameKey(name))))
    .map(({ expression }, index) => ({ expression, alias: { name: `order_${index + 1}` } }));
  const isStar = !ofCube && whole.items.every((item) => item.expression.kind === 'star');
  const items = isStar ? ordered : [...whole.items, ...ordered];
  return isStar && ordered.length === 0 ? { ...whole, items: [TOTAL] } : countOf({ ...whole, items });
}

/** Returns the distinct entities with an id, and all rows without one. */
function withKeyless(entities: Select<Written>): Query<Written> {
  const having = (where: Expression<Written>): Select<Written> => ({
    ...entities,
    where: conjunction([entities.where, where]),
  });
  const id = refer('entity_id');
  return unionAll([having(isNull(id, true)), { ...having(isNull(id)), distinct: false }]);
}

function countOf(query: Query<Written>): Select<Written> {
  return {
    ...selectOf<Written>([TOTAL]),
    from: { kind: 'derived', query, alias: { name: 'counted' }, lateral: false },
  };
}
