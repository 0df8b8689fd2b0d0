import { ServiceError } from '../../../errors';
import { nameKey, type Expression, type OrderItem, type Select, type Written } from '../../../model';
import { identifier, mapChildren, selectOf, someNode } from '../../tree';
import { asCondition, type PlannedColumn, type PlannedQuery, type Resolved } from '../../values';
import { firstOffset } from '../scope/locate';
import { renamed, type Surroundings } from './open-source';
import { itemAt, planSelect, slice } from './plan-select';

type Node = Expression<Written>;
type Qualified = Select<Written> & { readonly qualify: Node };

/**
 * Plans a SELECT with QUALIFY. The SELECT without it becomes a derived table that returns the condition and the sort keys as
 * further columns: window functions are computed after WHERE, GROUP BY and HAVING, and MySQL has no QUALIFY. DISTINCT, ORDER BY
 * and LIMIT apply to the rows that satisfy the condition.
 */
export function planQualified(around: Surroundings, select: Qualified, outermost: boolean): PlannedQuery {
  const { columns, query } = withDistinctNames(planInner(around, select, outermost));
  const count = columns.length - 1 - select.orderBy.length;
  const outputs = columns.slice(0, count);
  const alias = around.planning.alias('qualified');
  const read = (index: number): Expression<Resolved> => {
    const { key = '', type = 'unknown', scale } = columns[index] ?? {};
    return { kind: 'reference', reference: { source: alias, name: key, type, scale } };
  };
  const orderBy = select.orderBy.map((item, index): OrderItem<Resolved> => {
    const output = itemAt(item.expression, outputs) ?? outputs.find((column) => isNamed(item.expression, column));
    return { ...item, expression: read(output === undefined ? count + 1 + index : outputs.indexOf(output)) };
  });
  const items = outputs.map(({ name }, index) => ({ expression: read(index), alias: identifier(name) }));
  return {
    columns: outputs.map(({ name, type, scale }) => ({ name, type, scale })),
    query: {
      ...selectOf<Resolved>(items),
      distinct: select.distinct,
      from: { kind: 'derived', query, alias: identifier(alias), lateral: false },
      where: asCondition(read(count)),
      orderBy,
      ...slice(select),
    },
  };
}

function planInner(around: Surroundings, select: Qualified, outermost: boolean): PlannedQuery {
  const condition = withItems(select.qualify, select);
  if (!someNode(condition, (node) => node.kind === 'call' && node.over !== undefined)) {
    const hint = 'write a condition on rows in WHERE, and one on groups in HAVING';
    throw new ServiceError('plan_invalid', 'QUALIFY needs a window function', {
      hint,
      offset: firstOffset(select.qualify),
    });
  }
  const sorts = select.orderBy.map(({ expression }) => withItems(expression, select));
  const added = [condition, ...sorts].map((expression, index) => ({
    expression,
    alias: identifier(`qualify ${index}`),
  }));
  const all = { qualify: undefined, distinct: false, orderBy: [], limit: undefined, offset: undefined };
  const inner = { ...select, ...all, items: [...select.items, ...added] };
  return planSelect({ ...around, nesting: undefined }, inner, outermost);
}

/** Replaces the names of output columns by their expressions. A clause prefers them to columns of the FROM, as HAVING does. */
function withItems(node: Node, select: Select<Written>): Node {
  if (node.kind === 'literal') return node;
  if (node.kind === 'reference') {
    const [name, ...others] = node.reference.parts;
    const item = select.items.find(
      ({ alias }) => alias !== undefined && nameKey(alias.name) === nameKey(name?.name ?? ''),
    );
    return item === undefined || others.length > 0 || item.expression.kind === 'star' ? node : item.expression;
  }
  return mapChildren<Written, Written>(node, {
    expression: (child) => withItems(child, select),
    query: (query) => query,
  });
}

interface NamedColumn extends PlannedColumn {
  /** The name in the derived table, where names cannot be repeated. */
  readonly key: string;
}

function withDistinctNames(planned: PlannedQuery): {
  readonly query: PlannedQuery['query'];
  readonly columns: readonly NamedColumn[];
} {
  const seen = new Set<string>();
  const columns = planned.columns.map((column, index) => {
    const key = seen.has(nameKey(column.name)) ? `${column.name} (${index + 1})` : column.name;
    seen.add(nameKey(key));
    return { ...column, key };
  });
  const names = columns.map(({ key }) => identifier(key));
  return { columns, query: renamed(planned, names).query };
}

function isNamed(expression: Node, { name }: PlannedColumn): boolean {
  if (expression.kind !== 'reference' || expression.reference.parts.length !== 1) return false;
  return nameKey(expression.reference.parts[0]?.name ?? '') === nameKey(name);
}
