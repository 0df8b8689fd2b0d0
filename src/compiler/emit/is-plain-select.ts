import { queryIn, someNode, valuesOf } from '../tree';
import type { Expression, Query, Source } from './emit.ast';

/**
 * Whether the query is a plain SELECT (`CompiledQuery`): it reads base tables alone, as the catalogue tells, holds no
 * other query and makes no groups and no windows.
 */
export function isPlainSelect(query: Query): boolean {
  if (query.kind !== 'select' || query.with !== undefined || query.groupBy.length > 0) return false;
  return query.from !== undefined && isOfBaseTables(query.from) && valuesOf(query).every(isPlain);
}

function isOfBaseTables(source: Source): boolean {
  if (source.kind === 'join')
    return (
      isOfBaseTables(source.left) && isOfBaseTables(source.right) && (source.on === undefined || isPlain(source.on))
    );
  return source.kind === 'table' && source.table.kind === 'physical' && source.facts?.isBaseTable === true;
}

function isPlain(expression: Expression): boolean {
  return !someNode(
    expression,
    (node) => queryIn(node) !== undefined || (node.kind === 'call' && node.over !== undefined),
  );
}
