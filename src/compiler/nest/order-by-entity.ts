import { nameKey, type Expression, type OrderItem, type Select, type Written } from '../../model';
import { isExpression, namesOutsideQueries, refer } from '../tree';
import { nameOf } from './read-names';

type Order = OrderItem<Written>;

/** The order of the rows of a nested statement. */
interface EntityOrder {
  /** The order of the entities, in which the rows of each of them are adjacent. */
  readonly ofEntities: readonly Order[];
  /** The order of the rows of one entity that the statement asks for. */
  readonly ofRows: readonly Order[];
}

/**
 * Returns the order in which the rows of each entity are adjacent. If the statement sorts by values of which an entity
 * may have several, the entity is sorted by its first row, and its rows keep that order.
 */
export function orderByEntity(
  query: Select<Written>,
  identity: readonly string[],
  isMany: (name: string) => boolean,
): EntityOrder {
  const written = query.orderBy.map((order) => ({ ...order, expression: meaningOf(order.expression, query) }));
  const overMany = (order: Order): boolean => namesOutsideQueries(order.expression).some(isMany);
  const sorted = new Set(written.map(nameOfColumn));
  const unsorted = identity.filter((name) => !sorted.has(nameKey(name)));
  return {
    ofEntities: [
      ...written.map((order) => (overMany(order) ? firstOfEntity(order, identity.map(refer)) : order)),
      ...unsorted.map((name): Order => ({ expression: refer(name), descending: false })),
    ],
    ofRows: written.filter(overMany),
  };
}

/** Returns the column that an item sorts by. */
function nameOfColumn({ expression }: Order): string | undefined {
  return expression.kind === 'reference' ? nameKey(nameOf(expression.reference.parts)) : undefined;
}

/** Returns the expression that an output name or the number of an output column in ORDER BY refers to. */
function meaningOf(expression: Expression<Written>, { items }: Select<Written>): Expression<Written> {
  const item =
    expression.kind === 'literal' && expression.type === 'integer'
      ? items[Number(expression.text) - 1]
      : items.find(
          ({ alias }) =>
            alias !== undefined &&
            expression.kind === 'reference' &&
            expression.reference.parts.length === 1 &&
            nameKey(alias.name) === nameKey(nameOf(expression.reference.parts)),
        );
  const hasStar = items.some(({ expression: value }) => !isExpression(value));
  return item === undefined || hasStar || !isExpression(item.expression) ? expression : item.expression;
}

function firstOfEntity(order: Order, identity: readonly Expression<Written>[]): Order {
  return {
    ...order,
    expression: {
      kind: 'call',
      name: order.descending ? 'MAX' : 'MIN',
      arguments: [order.expression],
      distinct: false,
      over: { partitionBy: identity, orderBy: [] },
    },
  };
}
