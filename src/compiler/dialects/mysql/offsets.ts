import type { Resolved } from '../../values';
import {
  binary,
  call,
  conjunction,
  constant,
  isExpression,
  NULL,
  rewriteChildren,
  rewriteParts,
  selectOf,
  someNode,
  type Rewrite,
} from '../../tree';
import type { Expression, Query, Select, Source } from '../../emit';
import { isVariable } from './outer-constants';

const WITHIN: Rewrite<Resolved> = {
  expression: (node) => rewriteChildren(node, node.kind === 'exists' ? WITHIN_EXISTS : WITHIN),
  query: applyOffsets,
};
const WITHIN_EXISTS: Rewrite<Resolved> = { ...WITHIN, query: (query) => keepMerging(applyOffsets(query)) };

/** A condition that is always true, which MariaDB cannot detect before it reads rows. */
const ANY_ROW: Expression = binary(call('RAND'), '>=', constant('integer', '0'));
const NO_ROW: Expression = constant('boolean', 'false');

/**
 * Returns the query with each OFFSET in a form that MariaDB applies; 10.11 ignores other forms. A SELECT DISTINCT
 * returns one row whatever its OFFSET, if its values are all known before rows are read (constants, columns of a row
 * found by its key). A HAVING prevents this. In EXISTS, MariaDB removes DISTINCT, and GROUP BY without HAVING; the
 * OFFSET then skips other rows.
 */
export function applyOffsets(query: Query): Query {
  const applied = rewriteParts(query, WITHIN);
  const isAtRisk = applied.kind === 'select' && applied.distinct && hasOffset(applied) && mayBeKnown(applied);
  return isAtRisk ? withHaving(applied) : applied;
}

/**
 * Returns whether all values may be known before rows are read. For other queries, a HAVING would only keep MariaDB
 * from stopping at the last row of the page.
 */
function mayBeKnown({ items, from }: Select): boolean {
  if (from === undefined || isJoined(from)) return true;
  const isColumn = (node: Expression): boolean => node.kind === 'reference' && isVariable(node, from);
  return !items.some(({ expression }) => isExpression(expression) && someNode(expression, isColumn));
}

/** Returns whether a table may be joined to a row found by its key. MariaDB merges the tables of a derived table into the outer query. */
function isJoined(source: Source): boolean {
  if (source.kind === 'join') return true;
  if (source.kind === 'table' || source.query.kind === 'set') return false;
  return source.query.from !== undefined && isJoined(source.query.from);
}

/**
 * Returns the query of an EXISTS, in which only the number of rows matters, in a form that keeps MariaDB from removing
 * its DISTINCT or groups.
 */
function keepMerging(query: Query): Query {
  if (query.kind === 'set' || !hasOffset(query)) return query;
  if (query.distinct) return unionWithNothing(query);
  return query.groupBy.length > 0 ? withHaving(query) : query;
}

function unionWithNothing(select: Select): Query {
  const { with: common, limit, offset, ...rows } = select;
  if (!rows.items.every(({ expression }) => isExpression(expression))) return select;
  const nothing: Select = { ...selectOf(rows.items.map(() => ({ expression: NULL }))), having: NO_ROW };
  return {
    kind: 'set',
    operator: 'union',
    all: false,
    left: { ...rows, distinct: false, orderBy: [] },
    right: nothing,
    orderBy: [],
    ...(common && { with: common }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  };
}

function hasOffset({ offset }: Query): boolean {
  return offset !== undefined && offset > 0;
}

function withHaving(select: Select): Select {
  const having = conjunction([select.having, ANY_ROW]);
  return { ...select, ...(having && { having }) };
}
