import { isExpression, queryIn, someNode, valuesOf } from '../tree';
import type { Expression, Query, Select, SetOperation, Source } from './emit.ast';

/**
 * Returns whether the query is a plain SELECT (`CompiledQuery`). It may read only base tables, according to the
 * catalogue, and tables of constants; it contains no subqueries, groups or windows. A UNION ALL of plain SELECTs that
 * are neither sorted nor limited is also plain.
 */
export function isPlainSelect(query: Query): boolean {
  if (query.with !== undefined || !valuesOf(query).every(isPlain)) return false;
  if (query.kind === 'select')
    return query.groupBy.length === 0 && query.from !== undefined && isOfBaseTables(query.from);
  return isPlainUnion(query) && isPlainSelect(query.left) && isPlainSelect(query.right);
}

function isPlainUnion({ operator, all, left, right, ...whole }: SetOperation): boolean {
  return operator === 'union' && all && ![whole, left, right].some(hasTail);
}

function hasTail({ orderBy, limit, offset }: Pick<Query, 'orderBy' | 'limit' | 'offset'>): boolean {
  return orderBy.length > 0 || limit !== undefined || offset !== undefined;
}

function isOfBaseTables(source: Source): boolean {
  if (source.kind === 'join')
    return (
      isOfBaseTables(source.left) && isOfBaseTables(source.right) && (source.on === undefined || isPlain(source.on))
    );
  if (source.kind === 'derived') return isOfConstants(source.query);
  return source.table.kind === 'physical' && source.facts?.isBaseTable === true;
}

/** Returns whether a query consists only of rows of constants. */
function isOfConstants(query: Query): boolean {
  if (query.with !== undefined) return false;
  if (query.kind === 'set') return isPlainUnion(query) && isOfConstants(query.left) && isOfConstants(query.right);
  return query.from === undefined && query.where === undefined && query.items.every(isConstant);
}

function isConstant({ expression }: Select['items'][number]): boolean {
  return isExpression(expression) && expression.kind === 'literal';
}

function isPlain(expression: Expression): boolean {
  return !someNode(
    expression,
    (node) => queryIn(node) !== undefined || (node.kind === 'call' && node.over !== undefined),
  );
}
