import type { CommonTable, OrderItem, Query, SetOperation, With, Written } from '../../../../model';
import { parseOrderBy } from './parse-window';
import { parseSelect } from './parse-select';
import { NEST, type TokenCursor } from '../tokens/token-cursor';

type SetOperator = SetOperation<Written>['operator'];

/** INTERSECT binds tighter than UNION and EXCEPT. */
const SET_OPERATORS: Readonly<Record<string, { readonly operator: SetOperator; readonly level: number }>> = {
  UNION: { operator: 'union', level: 1 },
  EXCEPT: { operator: 'except', level: 1 },
  INTERSECT: { operator: 'intersect', level: 2 },
};

/** Clauses that lock or write, or that are not part of the language, with the start of their error message. */
const REFUSED: readonly (readonly [string, string])[] = [
  ['INTO', 'SELECT ... INTO is'],
  ['FOR', 'FOR UPDATE and similar clauses are'],
  ['LOCK', 'LOCK IN SHARE MODE is'],
  ['PROCEDURE', 'PROCEDURE is'],
  ['FETCH', 'FETCH is'],
];

/** Parses a query with its WITH, set operations, ORDER BY and LIMIT. */
export function parseQuery(cursor: TokenCursor): Query<Written> {
  cursor.enter(NEST);
  const common = parseWith(cursor);
  const query = extendQuery(cursor, parseOperand(cursor));
  cursor.leave(NEST);
  return common === undefined ? query : addWith(cursor, common, query);
}

/** Parses the set operations, ORDER BY and LIMIT after a query that is already parsed. */
export function extendQuery(cursor: TokenCursor, first: Query<Written>): Query<Written> {
  const query = parseSetOperations(cursor, first, 1);
  refuseClauses(cursor);
  const extended = addTail(cursor, query);
  refuseClauses(cursor);
  return extended;
}

function refuseClauses(cursor: TokenCursor): void {
  const found = REFUSED.find(([key]) => cursor.at(key));
  if (found === undefined) return;
  cursor.refuse({ message: `${found[1]} not part of the language`, code: 'statement_not_allowed' });
}

function parseWith(cursor: TokenCursor): With<Written> | undefined {
  if (!cursor.take('WITH')) return undefined;
  const recursive = cursor.take('RECURSIVE');
  return { recursive, tables: cursor.list(() => parseCommonTable(cursor)) };
}

function parseCommonTable(cursor: TokenCursor): CommonTable<Written> {
  const name = cursor.name('a name for the common table');
  const columns = cursor.at('(') ? cursor.names('a column') : undefined;
  cursor.expect('AS', '(');
  const query = cursor.query();
  cursor.expect(')');
  return { name, columns, query };
}

function addWith(cursor: TokenCursor, common: With<Written>, query: Query<Written>): Query<Written> {
  if (query.with !== undefined)
    cursor.refuse({ message: 'a query can have only one WITH: put all its tables into one list' });
  return { ...query, with: common };
}

function parseOperand(cursor: TokenCursor): Query<Written> {
  if (!cursor.take('(')) return parseSelect(cursor);
  const query = cursor.query();
  cursor.expect(')');
  return query;
}

function parseSetOperations(cursor: TokenCursor, first: Query<Written>, level: number): Query<Written> {
  let left = first;
  for (;;) {
    const found = SET_OPERATORS[cursor.peek().key];
    if (found === undefined || found.level < level) return left;
    const { at } = cursor.next();
    cursor.fold();
    const all = cursor.take('ALL');
    if (!all) cursor.take('DISTINCT');
    const right = parseSetOperations(cursor, parseOperand(cursor), found.level + 1);
    left = { kind: 'set', operator: found.operator, all, left, right, orderBy: [], at };
  }
}

/** Adds ORDER BY and LIMIT. After a parenthesized query they extend that query; rejects them when it already has a LIMIT. */
function addTail(cursor: TokenCursor, query: Query<Written>): Query<Written> {
  const { at } = cursor.peek();
  const orderBy = parseOrderBy(cursor);
  const slice = parseLimit(cursor);
  if (orderBy.length === 0 && slice === undefined) return query;
  if (query.limit !== undefined || query.offset !== undefined) {
    const message = 'a query in parentheses with its own LIMIT cannot have another ORDER BY or LIMIT';
    cursor.refuse({ message, hint: 'write SELECT * FROM (...) AS t ORDER BY ...' }, at);
  }
  return { ...query, orderBy: pickOrder(orderBy, query), ...slice };
}

function pickOrder(orderBy: readonly OrderItem<Written>[], query: Query<Written>): readonly OrderItem<Written>[] {
  return orderBy.length > 0 ? orderBy : query.orderBy;
}

interface Slice {
  readonly limit?: number;
  readonly offset?: number;
}

/** Parses `LIMIT n`, `LIMIT offset, n` or `LIMIT n OFFSET offset`. */
function parseLimit(cursor: TokenCursor): Slice | undefined {
  if (!cursor.take('LIMIT')) return undefined;
  const first = parseCount(cursor);
  if (cursor.take(',')) return slice(parseCount(cursor), first);
  return slice(first, cursor.take('OFFSET') ? parseCount(cursor) : undefined);
}

function parseCount(cursor: TokenCursor): number {
  const given = cursor.count();
  if (given !== undefined) return given;
  if (cursor.peek().kind !== 'integer') cursor.refuseFound('a whole number');
  return Number(cursor.next().value);
}

/** Drops a limit above 2^53 - 1, which no table reaches: MySQL clients write such a limit to set only an offset. */
function slice(limit: number, offset: number | undefined): Slice {
  return {
    limit: Number.isSafeInteger(limit) ? limit : undefined,
    offset: offset === undefined ? undefined : Math.min(offset, Number.MAX_SAFE_INTEGER),
  };
}
