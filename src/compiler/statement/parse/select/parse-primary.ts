import type { Case, CaseBranch, Expression, Identifier, Reference, Written } from '../../../../model';
import { BARE_FUNCTIONS, RESERVED, RESERVED_FUNCTIONS } from '../tokens/keywords';
import { parseCall } from './parse-call';
import { takeMeasureFilter } from './parse-filter-clause';
import { parseLiteral } from './parse-literal';
import { parseParenthesis } from './parse-parenthesis';
import { NEST, type TokenCursor } from '../tokens/token-cursor';

const MOST_PARTS = 3;

/** Parses an operand without operators: a literal, name, call, CASE, EXISTS, or an expression in parentheses. */
export function parsePrimary(cursor: TokenCursor): Expression<Written> {
  const token = cursor.peek();
  switch (token.key) {
    case '(':
      return parseParenthesis(cursor);
    case 'CASE':
      return parseCase(cursor);
    case 'EXISTS':
      return parseExists(cursor);
  }
  const literal = parseLiteral(cursor) ?? cursor.variable();
  if (literal !== undefined) return literal;
  if (atCall(cursor)) return parseCall(cursor);
  if (cursor.atName()) return parseNamed(cursor);
  return cursor.refuseFound('an expression');
}

/** Parses a name, and the clauses that may follow it. */
function parseNamed(cursor: TokenCursor): Expression<Written> {
  const reference = parseReference(cursor);
  const filtered = takeMeasureFilter(cursor, reference);
  return filtered === reference ? parseArrow(cursor, reference) : filtered;
}

function atCall(cursor: TokenCursor): boolean {
  const { kind, key } = cursor.peek();
  if (kind !== 'word') return false;
  if (BARE_FUNCTIONS.has(key)) return true;
  return cursor.peek(1).key === '(' && (!RESERVED.has(key) || RESERVED_FUNCTIONS.has(key));
}

function parseExists(cursor: TokenCursor): Expression<Written> {
  cursor.expect('EXISTS', '(');
  const query = cursor.query();
  cursor.expect(')');
  return { kind: 'exists', query };
}

function parseCase(cursor: TokenCursor): Case<Written> {
  cursor.enter(NEST);
  cursor.expect('CASE');
  const operand = cursor.at('WHEN') ? undefined : cursor.expression();
  const branches: CaseBranch<Written>[] = [];
  do branches.push(parseBranch(cursor));
  while (cursor.at('WHEN'));
  const otherwise = cursor.take('ELSE') ? cursor.expression() : undefined;
  cursor.expect('END');
  cursor.leave(NEST);
  return { kind: 'case', operand, branches, otherwise };
}

function parseBranch(cursor: TokenCursor): CaseBranch<Written> {
  cursor.expect('WHEN');
  const when = cursor.expression();
  cursor.expect('THEN');
  return { when, then: cursor.expression() };
}

/**
 * Parses a reference of one to three dotted parts. A single double-quoted token keeps its mark and may contain any text,
 * also none: name resolution decides whether it is a name or a string.
 */
function parseReference(cursor: TokenCursor): Reference<Written> {
  const { kind, at } = cursor.peek();
  const quote = kind === 'double' && cursor.peek(1).key !== '.' ? 'double' : undefined;
  const parts = quote === undefined ? parseParts(cursor) : [{ name: cursor.next().value, at }];
  if (cursor.at('(')) cursor.refuse({ message: 'the name of a function must be one word without quotes' }, at);
  return { kind: 'reference', reference: { parts, quote, at } };
}

/** Parses the dotted names of a column, a table or the qualifier of a star. */
export function parseParts(cursor: TokenCursor): Identifier[] {
  const { at } = cursor.peek();
  const parts = [cursor.name()];
  while (cursor.at('.') && cursor.peek(1).key !== '*') {
    cursor.next();
    parts.push(cursor.memberName());
  }
  if (parts.length > MOST_PARTS) cursor.refuse({ message: 'a name has at most three parts' }, at);
  return parts;
}

/** Parses MySQL's `column -> '$.path'` and `->>`. */
function parseArrow(cursor: TokenCursor, left: Reference<Written>): Expression<Written> {
  const operator = cursor.take('->>') ? '->>' : cursor.take('->') ? '->' : undefined;
  if (operator === undefined) return left;
  const { at } = cursor.peek();
  const text = cursor.string('a JSON path as a string');
  return { kind: 'binary', operator, left, right: { kind: 'literal', type: 'string', text, at } };
}
