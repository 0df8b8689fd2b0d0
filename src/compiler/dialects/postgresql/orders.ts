import type { OrderItem, Reference } from '../../../model';
import type { Expression, Query, Select, Source } from '../../emit';
import { nameKey } from '../../../model';
import { isExpression, isSameTree, rewriteChildren, selectOf } from '../../tree';
import { type Resolved, typeOf } from '../../values';

type Item = OrderItem<Resolved>;

/**
 * Returns the query with its ORDER BY in a form that PostgreSQL accepts: strings by code point, output names only where
 * they stand alone, and values that are never NULL marked. The rows of a set operation or of SELECT DISTINCT, which can
 * be sorted by output columns only, become a derived table if they are sorted by an expression.
 */
export function orderRows(query: Query): Query {
  if (query.orderBy.length === 0) return query;
  if (query.kind === 'set' || query.distinct) {
    const isPlain = query.orderBy.every(({ expression }) => isOutputName(query, expression));
    return isPlain ? query : sortedFromOutside(query);
  }
  return { ...query, orderBy: query.orderBy.map((item) => ofSelect(query, item)) };
}

/** Returns whether an expression of ORDER BY is an output column that is not a string. */
function isOutputName(query: Query, expression: Expression): boolean {
  const value = outputOf(query, expression);
  return (
    value !== undefined &&
    typeOf(value) !== 'string' &&
    expression.kind === 'reference' &&
    expression.reference.source === ''
  );
}

function ofSelect(select: Select, item: Item): Item {
  const { expression } = item;
  const named = expression.kind === 'reference' && expression.reference.source === '' ? aliasedValue(select, expression.reference.name) : undefined; // prettier-ignore
  const value = named ?? withValues(expression, ({ reference }) => aliasedValue(select, reference.name));
  const isPlainName = named !== undefined && typeOf(named) !== 'string';
  return { ...item, ...ofItem(select, item, value), expression: isPlainName ? expression : collated(value) };
}

function ofItem({ from }: Select, item: Item, value: Expression): Pick<Item, 'nulls'> {
  const isSure = isCount(value) || (value.kind === 'reference' && from !== undefined && isNeverNull(value, from));
  return isSure ? { nulls: 'none' } : item.nulls === undefined ? {} : { nulls: item.nulls };
}

function isCount(value: Expression): boolean {
  return (value.kind === 'call' && value.name === 'COUNT') || (value.kind === 'is' && value.test === 'null');
}

/** Returns whether a column is never NULL, by the facts about the sources of a FROM. Outer joins may fill it with NULL. */
function isNeverNull(column: Reference<Resolved>, source: Source): boolean {
  if (source.kind === 'join') {
    const { join, left, right } = source;
    return (join !== 'right' && isNeverNull(column, left)) || (join !== 'left' && isNeverNull(column, right));
  }
  const { source: alias, name } = column.reference;
  return source.alias?.name === alias && source.facts?.notNull.has(nameKey(name)) === true;
}

function collated(value: Expression): Expression {
  return typeOf(value) !== 'string' || value.kind === 'collate'
    ? value
    : { kind: 'collate', operand: value, collation: 'C' };
}

/** The alias of the rows that are sorted from outside. */
const ROWS = 'sorted_rows';

function sortedFromOutside(query: Query): Query {
  const { orderBy, limit, offset, ...rest } = query;
  const isSlice = { ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) };
  const outward = (node: Expression): Expression => {
    const output = outputOf(query, node);
    if (output !== undefined) return outputColumn(query, node, output);
    if (node.kind === 'reference' && node.reference.source === '')
      return { kind: 'reference', reference: { ...node.reference, source: ROWS } };
    return rewriteChildren(node, { expression: outward, query: (inner) => inner });
  };
  const order = orderBy.map((item) => ({ ...item, expression: collated(outward(item.expression)) }));
  return {
    ...selectOf<Resolved>([{ expression: { kind: 'star', qualifier: [] } }]),
    from: { kind: 'derived', query: { ...rest, orderBy: [] } as Query, alias: { name: ROWS }, lateral: false },
    orderBy: order,
    ...isSlice,
  };
}

/** Returns the column of the derived table that has the value of an output column. */
function outputColumn(query: Query, expression: Expression, value: Expression): Expression {
  const name = expression.kind === 'reference' && expression.reference.source === '' ? expression.reference.name : nameOf(query, expression); // prettier-ignore
  return { kind: 'reference', reference: { source: ROWS, name, type: typeOf(value) } };
}

function nameOf(query: Query, value: Expression): string {
  const item = firstArm(query).items.find(
    ({ expression }) => isExpression(expression) && isSameTree(expression, value),
  );
  return item?.alias?.name ?? '';
}

/** Returns the selected value that an expression of ORDER BY names or repeats. */
function outputOf(query: Query, expression: Expression): Expression | undefined {
  const select = firstArm(query);
  if (expression.kind === 'reference' && expression.reference.source === '')
    return aliasedValue(select, expression.reference.name);
  const item = select.items.find(({ expression: own }) => isExpression(own) && isSameTree(own, expression));
  return item?.alias === undefined ? undefined : expression;
}

function firstArm(query: Query): Select {
  return query.kind === 'select' ? query : firstArm(query.left);
}

/** Returns the selected value with this output name. */
export function aliasedValue({ items }: Select, name: string): Expression | undefined {
  const key = nameKey(name);
  const value = items.find(({ alias }) => alias !== undefined && nameKey(alias.name) === key)?.expression;
  return value !== undefined && isExpression(value) ? value : undefined;
}

/** Returns the expression with unqualified names replaced, except in subqueries and where `find` returns nothing. */
export function withValues(
  node: Expression,
  find: (reference: Reference<Resolved>) => Expression | undefined,
): Expression {
  if (node.kind === 'reference') return (node.reference.source === '' ? find(node) : undefined) ?? node;
  return rewriteChildren(node, { expression: (child) => withValues(child, find), query: (query) => query });
}
