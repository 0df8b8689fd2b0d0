import type { Expression, OrderItem, Select } from '../../../model';
import type { Column, Resolved } from '../../values';
import { isExpression, isSameTree } from '../../tree';
import { isRowWise } from '../rewrite/subtree-facts';

type Value = Expression<Resolved>;

/** Returns whether a SELECT only filters the rows of its FROM and returns named values computed from each row alone. */
export function isProjection(query: Select<Resolved>): boolean {
  return (
    !query.distinct &&
    query.with === undefined &&
    query.groupBy.length === 0 &&
    query.having === undefined &&
    query.windows.length === 0 &&
    query.orderBy.length === 0 &&
    query.limit === undefined &&
    query.offset === undefined &&
    query.items.every((item) => isExpression(item.expression) && item.alias !== undefined && isRowWise(item.expression))
  );
}

/** Returns the values of a projection by the names of its columns. */
export function columnsOf(query: Select<Resolved>): ReadonlyMap<string, Value> {
  const columns = new Map<string, Value>();
  for (const item of query.items) {
    if (item.alias !== undefined && isExpression(item.expression)) columns.set(item.alias.name, item.expression);
  }
  return columns;
}

/** Returns whether the branches of a union are projections whose columns can be read by the names of the first one. */
export function areProjections(branches: readonly Select<Resolved>[]): boolean {
  return branches.every(isProjection) && haveSameNames(branches);
}

/** Returns whether all branches of a union name their columns alike: the first one determines the names. */
export function haveSameNames(branches: readonly Select<Resolved>[]): boolean {
  const [first, ...others] = branches.map((branch) => [...columnsOf(branch).keys()]);
  return others.every((names) => isSameTree(names, first));
}

/** Returns the value for a column of a projection. If the value is a column of a table, it keeps the known type of the property. */
export function valueFor(column: Column, value: Value | undefined): Value | undefined {
  if (value?.kind !== 'reference') return value;
  const { type, scale, stored = value.reference.stored } = column;
  return { kind: 'reference', reference: { ...value.reference, type, scale, stored } };
}

/** Returns ORDER BY over the columns of FROM, or undefined if it depends on more than one row. */
export function orderOf(block: Select<Resolved>): readonly OrderItem<Resolved>[] | undefined {
  const outputs = columnsOf(block);
  const order = block.orderBy.map((item) => {
    const { expression } = item;
    const isOutput = expression.kind === 'reference' && expression.reference.source === '';
    return { ...item, expression: isOutput ? (outputs.get(expression.reference.name) ?? expression) : expression };
  });
  return order.every(({ expression }) => isRowWise(expression)) ? order : undefined;
}
