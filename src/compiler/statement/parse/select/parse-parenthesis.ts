import type { Expression, Query, Written } from '../../../../model';
import { NEST, type TokenCursor } from '../tokens/token-cursor';

const QUERY_GOES_ON = new Set([')', 'UNION', 'INTERSECT', 'EXCEPT', 'ORDER', 'LIMIT']);
const MOST_PARENTHESES = 200;

/** Reports whether a query starts here, inside any number of parentheses. */
export function atQuery(cursor: TokenCursor, ahead = 0): boolean {
  for (let index = ahead; index < ahead + MOST_PARENTHESES; index++) {
    const { key } = cursor.peek(index);
    if (key === 'SELECT' || key === 'WITH') return true;
    if (key !== '(') return false;
  }
  return false;
}

/** Parses `(x)`, `(a, b)` or `(SELECT ...)`, including the parentheses. */
export function parseParenthesis(cursor: TokenCursor): Expression<Written> {
  cursor.expect('(');
  return close(cursor, parseInside(cursor));
}

/**
 * Parses the query or the first expression after an opening parenthesis. For a nested query, the token after it decides
 * between the two.
 */
export function parseInside(cursor: TokenCursor): Query<Written> | Expression<Written> {
  cursor.enter(NEST);
  const inside = cursor.at('(') ? parseNested(cursor) : parseFlat(cursor);
  cursor.leave(NEST);
  return inside;
}

function parseFlat(cursor: TokenCursor): Query<Written> | Expression<Written> {
  return cursor.at('SELECT') || cursor.at('WITH') ? cursor.query() : cursor.expression();
}

function parseNested(cursor: TokenCursor): Query<Written> | Expression<Written> {
  cursor.expect('(');
  const inside = parseInside(cursor);
  if (!isQuery(inside)) return cursor.climb(close(cursor, inside));
  cursor.expect(')');
  return cursor.atAny(QUERY_GOES_ON)
    ? cursor.extendQuery(inside)
    : cursor.climb({ kind: 'scalar-query', query: inside });
}

function close(cursor: TokenCursor, inside: Query<Written> | Expression<Written>): Expression<Written> {
  if (isQuery(inside)) {
    cursor.expect(')');
    return { kind: 'scalar-query', query: inside };
  }
  const items = [inside];
  while (cursor.take(',')) items.push(cursor.expression());
  cursor.expect(')');
  return items.length === 1 ? inside : { kind: 'row', items };
}

function isQuery(node: Query<Written> | Expression<Written>): node is Query<Written> {
  return node.kind === 'select' || node.kind === 'set';
}
