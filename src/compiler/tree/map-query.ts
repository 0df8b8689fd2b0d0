import type { Expression, Literal, Phase, Query, Select, Source, TableSource } from '../../model';
import { isExpression, mapChildren, mapOrderItem, mapWindow, type ChildMap } from './map-children';

/** The replacements for the leaves of a tree. */
export interface LeafMap<P extends Phase, Q extends Phase> {
  readonly reference: (reference: P['reference']) => Expression<Q>;
  readonly source: (source: TableSource<P>) => Source<Q>;
  readonly literal?: (literal: Literal) => Literal;
}

/** Returns the expression with every leaf replaced, including its subqueries. */
export function mapExpression<P extends Phase, Q extends Phase>(
  expression: Expression<P>,
  leaves: LeafMap<P, Q>,
): Expression<Q> {
  if (expression.kind === 'literal') return leaves.literal?.(expression) ?? expression;
  if (expression.kind === 'reference') return leaves.reference(expression.reference);
  return mapChildren(expression, childMap(leaves));
}

/** Returns the query with every leaf replaced. Names of sources stay unchanged. */
export function mapQuery<P extends Phase, Q extends Phase>(query: Query<P>, leaves: LeafMap<P, Q>): Query<Q> {
  const map = childMap(leaves);
  return rebuildQuery(query, { ...map, source: (source) => mapSource(source, leaves) });
}

export function mapSource<P extends Phase, Q extends Phase>(source: Source<P>, leaves: LeafMap<P, Q>): Source<Q> {
  if (source.kind === 'table') return leaves.source(source);
  if (source.kind === 'derived') return { ...source, query: mapQuery(source.query, leaves) };
  const { on, ...rest } = source;
  return {
    ...rest,
    left: mapSource(source.left, leaves),
    right: mapSource(source.right, leaves),
    ...(on && { on: mapExpression(on, leaves) }),
  };
}

/** The replacements for the parts of one query block. */
export interface QueryMap<P extends Phase, Q extends Phase> extends ChildMap<P, Q> {
  readonly source: (source: Source<P>) => Source<Q>;
}

/** Returns the query with its direct parts replaced: expressions, sources, queries of WITH and of set operations. */
export function rebuildQuery<P extends Phase, Q extends Phase>(query: Query<P>, map: QueryMap<P, Q>): Query<Q> {
  const { with: common, orderBy, ...rest } = query;
  const shared = {
    orderBy: orderBy.map((item) => mapOrderItem(item, map)),
    ...(common && {
      with: { ...common, tables: common.tables.map((table) => ({ ...table, query: map.query(table.query) })) },
    }),
  };
  if (rest.kind === 'set') return { ...rest, ...shared, left: map.query(rest.left), right: map.query(rest.right) };
  return { ...rebuildSelect(rest, map), ...shared };
}

type SelectBody<P extends Phase> = Omit<Select<P>, 'with' | 'orderBy'>;

function rebuildSelect<P extends Phase, Q extends Phase>(select: SelectBody<P>, map: QueryMap<P, Q>): SelectBody<Q> {
  const { from, where, having, qualify, ...rest } = select;
  return {
    ...rest,
    items: select.items.map((item) => ({
      ...item,
      expression: isExpression(item.expression) ? map.expression(item.expression) : item.expression,
    })),
    groupBy: select.groupBy.map(map.expression),
    windows: select.windows.map((named) => ({ name: named.name, window: mapWindow(named.window, map) })),
    ...(from && { from: map.source(from) }),
    ...(where && { where: map.expression(where) }),
    ...(having && { having: map.expression(having) }),
    ...(qualify && { qualify: map.expression(qualify) }),
  };
}

function childMap<P extends Phase, Q extends Phase>(leaves: LeafMap<P, Q>): ChildMap<P, Q> {
  return {
    expression: (expression) => mapExpression(expression, leaves),
    query: (query) => mapQuery(query, leaves),
  };
}

/** Returns the query with each selected value replaced, on all sides of a set operation. */
export function mapItems<P extends Phase>(
  query: Query<P>,
  map: (item: Expression<P>, index: number) => Expression<P>,
): Query<P> {
  if (query.kind === 'set') return { ...query, left: mapItems(query.left, map), right: mapItems(query.right, map) };
  const items = query.items.map((item, index) =>
    isExpression(item.expression) ? { ...item, expression: map(item.expression, index) } : item,
  );
  return { ...query, items };
}
