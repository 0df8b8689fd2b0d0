import { FUNCTIONS, type Resolved } from '../../values';
import { binary, isExpression, queryIn, rebuildQuery, rewriteChildren, someNode, type Rewrite } from '../../tree';
import { type Expression, isConstant, type Query, type Select, type Source } from '../../emit';

/**
 * Returns the query with computed constants of derived tables bound to a column, if an outer join may set them to NULL.
 * MariaDB (seen in 10.11) merges the derived table into the outer query. It then pushes a condition on the constant
 * down into a joined UNION as if every row had a match: `NOW() IS NULL` is never true there, and no row is returned.
 * Literal constants are handled correctly, and so are values that read a column.
 */
export function tieOuterConstants(query: Query): Query {
  return tieWithin(query, false);
}

const WITHIN_VALUES: Rewrite<Resolved> = {
  expression: (node) => rewriteChildren(node, WITHIN_VALUES),
  query: tieOuterConstants,
};

/** Rewrites a query; `isNullable` if a missing row sets all columns of the query to NULL. */
function tieWithin(query: Query, isNullable: boolean): Query {
  const { with: common, ...body } = query;
  const tied = rebuildQuery<Resolved, Resolved>(body, {
    ...WITHIN_VALUES,
    source: (source) => tieIn(source, isNullable),
  });
  const rows = isNullable && tied.kind === 'select' && isOfRows(tied) ? tieItems(tied) : tied;
  if (common === undefined) return rows;
  const tables = common.tables.map((table) => ({ ...table, query: tieWithin(table.query, true) }));
  return { ...rows, with: { ...common, tables } };
}

function tieIn(source: Source, isNullable: boolean): Source {
  if (source.kind === 'table') return source;
  if (source.kind === 'derived') return { ...source, query: tieWithin(source.query, isNullable) };
  const { on, ...rest } = source;
  const sides = {
    left: tieIn(source.left, isNullable || source.join === 'right'),
    right: tieIn(source.right, isNullable || source.join === 'left'),
  };
  return { ...rest, ...sides, ...(on && { on: WITHIN_VALUES.expression(on) }) };
}

/** Returns whether the query has no groups. Grouped queries cannot read columns of single rows. */
function isOfRows({ groupBy, having, items }: Select): boolean {
  const isAggregate = (node: Expression): boolean =>
    node.kind === 'call' && FUNCTIONS.get(node.name)?.kind === 'aggregate';
  return (
    groupBy.length === 0 &&
    having === undefined &&
    !items.some(({ expression }) => isExpression(expression) && someNode(expression, isAggregate))
  );
}

function tieItems(select: Select): Select {
  if (!select.items.some(({ expression }) => isExpression(expression) && isComputed(expression))) return select;
  const column = columnIn(select);
  if (column === undefined) return select;
  const when = binary(column, '<=>', column);
  const items = select.items.map((item) =>
    isExpression(item.expression) && isComputed(item.expression)
      ? { ...item, expression: { kind: 'case' as const, branches: [{ when, then: item.expression }] } }
      : item,
  );
  return { ...select, items };
}

/** Returns whether a value is computed without reading a row. */
function isComputed(value: Expression): boolean {
  const isNull = (node: Expression): boolean =>
    node.kind === 'cast' ? isNull(node.operand) : node.kind === 'literal' && node.type === 'null';
  if (isConstant(value) || isNull(value)) return false;
  return !someNode(value, (node) => node.kind === 'reference' || queryIn(node) !== undefined);
}

/** Returns a column that a SELECT reads from one of its tables. */
function columnIn(select: Select): Expression | undefined {
  const values = [...select.items.map((item) => item.expression).filter(isExpression), select.where];
  let found: Expression | undefined;
  const isFound = (node: Expression): boolean => {
    if (node.kind === 'reference' && select.from !== undefined && isVariable(node, select.from)) found = node;
    return found !== undefined;
  };
  values.some((value) => value !== undefined && someNode(value, isFound));
  return found;
}

/** Returns whether the column belongs to a table, or to a derived table that does not compute it from constants. */
export function isVariable(node: Extract<Expression, { kind: 'reference' }>, from: Source): boolean {
  if (from.kind === 'join') return isVariable(node, from.left) || isVariable(node, from.right);
  if (from.alias?.name !== node.reference.source) return false;
  if (from.kind === 'table' || from.query.kind === 'set') return true;
  const { items, from: within } = from.query;
  const item = items.find(({ alias }) => alias?.name === node.reference.name)?.expression;
  if (item === undefined || within === undefined || !isExpression(item)) return false;
  return someNode(item, (part) => part.kind === 'reference' && isVariable(part, within));
}
