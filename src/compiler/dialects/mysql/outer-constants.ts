import { FUNCTIONS, type Resolved } from '../../values';
import { binary, isExpression, queryIn, rebuildQuery, rewriteChildren, someNode, type Rewrite } from '../../tree';
import { type Expression, isConstant, type Query, type Select, type Source } from '../../emit';

/**
 * The query with each computed constant of a derived table that an outer join may fill up with NULL tied to a column of
 * its row. MariaDB (seen in 10.11) folds such a table into the query around it, and then hands a condition on the constant
 * down to a UNION beside it as if no row were missing: `NOW() IS NULL` is never true there, and no row comes back.
 * Constants that are written as such it knows, and a value that reads a column it leaves where it is.
 */
export function tieOuterConstants(query: Query): Query {
  return tieWithin(query, false);
}

const WITHIN_VALUES: Rewrite<Resolved> = {
  expression: (node) => rewriteChildren(node, WITHIN_VALUES),
  query: tieOuterConstants,
};

/** `isNullable` where a row that is missing has NULL for each column of the query. */
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

/** Groups have columns of their own, which a column of a row is none of. */
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

/** Whether a value is worked out of nothing that a row holds. */
function isComputed(value: Expression): boolean {
  const isNull = (node: Expression): boolean =>
    node.kind === 'cast' ? isNull(node.operand) : node.kind === 'literal' && node.type === 'null';
  if (isConstant(value) || isNull(value)) return false;
  return !someNode(value, (node) => node.kind === 'reference' || queryIn(node) !== undefined);
}

/** A column that a SELECT reads of one of its tables. */
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

/** Whether the column is one of a table, or of a derived table that does not make it out of constants. */
export function isVariable(node: Extract<Expression, { kind: 'reference' }>, from: Source): boolean {
  if (from.kind === 'join') return isVariable(node, from.left) || isVariable(node, from.right);
  if (from.alias?.name !== node.reference.source) return false;
  if (from.kind === 'table' || from.query.kind === 'set') return true;
  const { items, from: within } = from.query;
  const item = items.find(({ alias }) => alias?.name === node.reference.name)?.expression;
  if (item === undefined || within === undefined || !isExpression(item)) return false;
  return someNode(item, (part) => part.kind === 'reference' && isVariable(part, within));
}
