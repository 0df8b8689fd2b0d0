import { ServiceError } from '../../../errors';
import { nameKey, type Expression, type OrderItem, type Select, type Written, type WrittenName } from '../../../model';
import { conjunction, constant, mapOrderItem, mapWindow, selectOf, identifier } from '../../tree';
import { nameColumn } from '../measures/name-column';
import { settleGroups } from '../measures/settle-groups';
import { MeasureExpansion } from '../measures/expand-measures';
import { refuseMeasures } from '../scope/find-measures';
import { planNested } from './plan-nested';
import { OuterEntities } from '../scope/outer-entities';
import { openSource, type OpenSource, type Surroundings } from './open-source';
import { firstTable, locate } from '../scope/locate';
import { type PlannedQuery, type Resolved, asCondition, scaleOf, typeOf } from '../../values';
import { resolveExpression } from '../scope/resolve-expression';
import { Scope } from '../scope/scope';
import { addUsedPaths, OutputScope, resolveItems, type OutputItem } from './select-items';

type Value = Expression<Resolved>;

/** Resolves one SELECT. With `outermost`, a `SELECT *` also returns the paths that WHERE and ORDER BY read. */
export function planSelect(around: Surroundings, select: Select<Written>, outermost: boolean): PlannedQuery {
  const opened: OpenSource = select.from === undefined ? NO_SOURCE : openSource(around, select.from, []);
  const outside = new OuterEntities(select);
  const scope = new Scope(opened.named, around.outer, around.common, outside);
  const condition = planCondition(around, scope, select.where);
  const find = (name: WrittenName): Value | undefined => scope.find(name);
  refuseMeasures({ value: condition, written: select.where, find }, 'WHERE');
  const written = resolveItems(around.planning, scope, select);
  const groupBy = planGroupBy(around, new OutputScope(scope, written, 'columns'), select, written);
  const outputs = new OutputScope(scope, written, 'items');
  const having = conjunction([select.rollup ? HAS_ROWS : undefined, planCondition(around, outputs, select.having)]);
  const named = select.orderBy.length === 0 ? NO_NAMES : itemsByName(written);
  const orderBy = select.orderBy.map((item) => planOrderItem(around, outputs, item, { items: written, named }));
  const items = outermost ? addUsedPaths(written, scope) : written;
  const windows = planWindows(around, scope, select);
  const where = conjunction([opened.cube?.where, outside.areSame(), condition]);
  const sources = [...(opened.cube?.sources ?? opened.named), ...outside.sources];
  const measures = new MeasureExpansion(around.planning, sources);
  const query = measures.expand(opened.cube !== undefined, {
    ...selectOf(items.map((item) => ({ expression: item.value, alias: identifier(item.name) }))),
    distinct: select.distinct,
    groupBy,
    rollup: select.rollup,
    windows,
    orderBy,
    ...(where && { where }),
    ...(having && { having }),
    ...slice(select),
  });
  const rows = (): Pick<PlannedQuery, 'query' | 'isPage'> => {
    const nested = planNested(around, opened.named, query);
    if (nested !== undefined) return nested;
    const from = outside.joinTo(select.from && opened.build());
    if (from === undefined) return { query };
    const settled = settleGroups(query, {
      from,
      sources,
      beside: measures.aliases,
      nameColumn: nameColumn(select, (name) => outputs.find(name)),
    });
    return { query: measures.mark(settled, from) };
  };
  return {
    ...locate(firstTable(select.from), rows),
    columns: items.map((item) => ({ name: item.name, type: typeOf(item.value), scale: scaleOf(item.value) })),
  };
}

/**
 * A HAVING condition that excludes a total over no rows: engines differ in whether WITH ROLLUP returns it, and MySQL
 * does not.
 */
const HAS_ROWS: Value = {
  kind: 'binary',
  operator: '>',
  left: { kind: 'call', name: 'COUNT', arguments: [{ kind: 'star', qualifier: [] }], distinct: false },
  right: constant('integer', '0'),
};

const NO_SOURCE: OpenSource = {
  named: [],
  build: () => {
    throw new Error('a SELECT without FROM has no source');
  },
};

/** Returns LIMIT and OFFSET as written. */
export function slice(query: { readonly limit?: number; readonly offset?: number }): {
  readonly limit?: number;
  readonly offset?: number;
} {
  return {
    ...(query.limit !== undefined && { limit: query.limit }),
    ...(query.offset !== undefined && { offset: query.offset }),
  };
}

function planCondition(
  { planning }: Surroundings,
  scope: Scope,
  condition: Expression<Written> | undefined,
): Value | undefined {
  return condition && asCondition(resolveExpression(planning, scope, condition));
}

function planGroupBy(
  around: Surroundings,
  scope: Scope,
  select: Select<Written>,
  items: readonly OutputItem[],
): readonly Value[] {
  return select.groupBy.map((expression) => {
    const item = itemAt(expression, items);
    const value = item === undefined ? resolveExpression(around.planning, scope, expression) : item.value;
    refuseMeasures({ value, written: expression, find: (name) => scope.find(name) }, 'GROUP BY');
    return value;
  });
}

function planWindows(around: Surroundings, scope: Scope, { windows }: Select<Written>): Select<Resolved>['windows'] {
  return windows.map(({ name, window }) => ({
    name,
    window: mapWindow<Written, Resolved>(window, {
      expression: (expression) => resolveExpression(around.planning, scope, expression),
      query: (query) => around.planning.stages.planQuery(around.planning, query, scope).query,
    }),
  }));
}

/** The output columns in order, and by name. */
interface Outputs {
  readonly items: readonly OutputItem[];
  readonly named: ReadonlyMap<string, readonly OutputItem[]>;
}

const NO_NAMES: Outputs['named'] = new Map();

/** Returns the output columns by the `nameKey` of their name. */
function itemsByName(items: readonly OutputItem[]): Outputs['named'] {
  const named = new Map<string, OutputItem[]>();
  for (const item of items) {
    const key = nameKey(item.name);
    const known = named.get(key);
    if (known === undefined) named.set(key, [item]);
    else known.push(item);
  }
  return named;
}

/**
 * Plans an ORDER BY item. `nulls: 'last'` uses the value instead of the output name: if x is an output column, MariaDB
 * can sort incorrectly by `x IS NULL`.
 */
function planOrderItem(
  around: Surroundings,
  scope: Scope,
  order: OrderItem<Written>,
  outputs: Outputs,
): OrderItem<Resolved> {
  const named = itemAt(order.expression, outputs.items) ?? itemNamed(order.expression, outputs);
  const isUnique = named !== undefined && outputs.named.get(nameKey(named.name))?.length === 1;
  if (named !== undefined && isUnique && order.nulls === undefined) {
    return { ...order, expression: outputReference(named) };
  }
  if (named !== undefined) return { ...order, expression: named.value };
  return mapOrderItem<Written, Resolved>(order, {
    expression: (expression) => resolveExpression(around.planning, scope, expression),
    query: (query) => around.planning.stages.planQuery(around.planning, query, scope).query,
  });
}

/** Returns a reference to the output column, as in ORDER BY. */
export function outputReference(item: { readonly name: string; readonly value: Value }): Value {
  return { kind: 'reference', reference: { source: '', name: item.name, type: typeOf(item.value) } };
}

/** Returns the item at an ordinal position (`ORDER BY 2`). */
export function itemAt<T>(expression: Expression<Written>, items: readonly T[]): T | undefined {
  if (expression.kind !== 'literal' || expression.type !== 'integer') return undefined;
  const item = items[Number(expression.text) - 1];
  if (item !== undefined) return item;
  throw new ServiceError(
    'plan_invalid',
    `there is no output column ${expression.text}: the statement has ${items.length}`,
    {
      offset: expression.at,
    },
  );
}

function itemNamed(expression: Expression<Written>, { named }: Outputs): OutputItem | undefined {
  if (expression.kind !== 'reference' || expression.reference.parts.length !== 1) return undefined;
  return named.get(nameKey(expression.reference.parts[0]?.name ?? ''))?.[0];
}
