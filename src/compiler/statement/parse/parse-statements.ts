import type { Expression, Literal, Written } from '../../../model';
import type { Statement, StatementBody } from '../definition.ast';
import type { SessionBody, SessionStatement } from '../session.ast';
import type { StatementPlace } from '../statement-place.ast';
import { suggest } from '../../../errors';
import { OTHER_STATEMENTS } from './tokens/keywords';
import { parseGrant, parseRefresh, parseRevoke } from './definitions/parse-account';
import { parseQueryOptions } from './definitions/parse-clauses';
import { parseAlter, parseDrop, parseRestore } from './definitions/parse-change';
import { parseCreate } from './definitions/parse-create';
import { climbFrom, parseExpression as parseLevel } from './select/parse-expression';
import { parseCheck, parseDescribe, parseDraft, parseExplain, parseShow, parseTest } from './definitions/parse-read';
import { extendQuery, parseQuery } from './select/parse-query';
import { LEVEL } from '../precedence';
import { openExecutableComments } from './session/open-executable-comments';
import { parseSessionBody } from './session/parse-session-statement';
import { TokenCursor, type Grammar } from './tokens/token-cursor';

const GRAMMAR: Grammar = { expression: parseLevel, climb: climbFrom, query: parseQuery, extendQuery };

const QUERY_STARTS: ReadonlySet<string> = new Set(['SELECT', 'WITH', '(']);

const parseSelectStatement = (cursor: TokenCursor): StatementBody => {
  const query = cursor.query();
  const options = parseQueryOptions(cursor);
  return { kind: 'query', query, ...(options && { options }) };
};

const RULES: ReadonlyMap<string, (cursor: TokenCursor) => StatementBody> = new Map([
  ['SELECT', parseSelectStatement],
  ['WITH', parseSelectStatement],
  ['(', parseSelectStatement],
  ['CREATE', parseCreate],
  ['ALTER', parseAlter],
  ['DROP', parseDrop],
  ['RESTORE', parseRestore],
  ['SHOW', parseShow],
  ['CHECK', parseCheck],
  ['TEST', parseTest],
  ['DRAFT', parseDraft],
  ['DESC', parseDescribe],
  ['DESCRIBE', parseDescribe],
  ['EXPLAIN', parseExplain],
  ['GRANT', parseGrant],
  ['REVOKE', parseRevoke],
  ['REFRESH', parseRefresh],
]);

/**
 * Parses the statements of a request, separated by `;` (docs/language.md). Rejects invalid syntax with
 * `statement_malformed`, `statement_not_allowed` or `statement_too_large`, each with a position.
 */
export function parseStatements(text: string): readonly Statement[] {
  return parseAll(new TokenCursor(text, GRAMMAR), parseBody);
}

/** What statements of clients of the MySQL protocol read of their session: variables of the system, and the parameters of LIMIT. */
export type SessionValues = Required<Pick<Grammar, 'variable' | 'count'>>;

/**
 * Parses the statements of a client of the MySQL protocol: those that read, and those that such clients send on their own
 * (docs/sql-clients.md). Executable comments are part of the text. Rejects other statements with `statement_not_allowed`.
 */
export function parseSessionStatements(text: string, values: SessionValues): readonly SessionStatement[] {
  return parseAll(new TokenCursor(openExecutableComments(text), { ...GRAMMAR, ...values }), parseSessionBody);
}

function parseAll<Body extends StatementBody | SessionBody>(
  cursor: TokenCursor,
  rule: (cursor: TokenCursor) => Body,
): readonly (StatementPlace & Body)[] {
  const statements: (StatementPlace & Body)[] = [];
  for (;;) {
    while (cursor.take(';'));
    if (cursor.peek().kind === 'end') return statements;
    cursor.forget();
    statements.push(parseStatement(cursor, rule));
    if (cursor.peek().kind !== 'end' && !cursor.at(';')) cursor.refuseFound('";" or the end of the input');
  }
}

function parseStatement<Body extends StatementBody | SessionBody>(
  cursor: TokenCursor,
  rule: (cursor: TokenCursor) => Body,
): StatementPlace & Body {
  const { at } = cursor.peek();
  cursor.height = 0;
  const before = cursor.placeholders.length;
  const body = rule(cursor);
  const placeholders = cursor.placeholders.slice(before);
  if (placeholders.length === 0) return { at, end: cursor.end, ...body };
  if (body.kind !== 'query' && body.kind !== 'explain') refuseParameter(cursor, placeholders);
  return { at, end: cursor.end, placeholders, ...body };
}

function refuseParameter(cursor: TokenCursor, [placeholder]: readonly Literal[]): never {
  const message = 'only SELECT and EXPLAIN can have parameters';
  return cursor.refuse({ message, hint: 'write the value itself in a definition' }, placeholder?.at);
}

function parseBody(cursor: TokenCursor): StatementBody {
  const { key, value, at } = cursor.peek();
  const rule = RULES.get(key);
  if (rule !== undefined) {
    if (!QUERY_STARTS.has(key)) cursor.next();
    return rule(cursor);
  }
  if (OTHER_STATEMENTS.has(key)) {
    const message = `${key} is not a statement of the ontology language`;
    return cursor.refuse(
      { message, hint: 'use SELECT to read data: data cannot be changed', code: 'statement_not_allowed' },
      at,
    );
  }
  return cursor.refuse({ message: `a statement cannot begin with "${value}"`, hint: suggest(value, RULES.keys()) }, at);
}

/** Parses one expression. Rejects any text after it. */
export function parseExpression(text: string): Expression<Written> {
  return parseWhole(new TokenCursor(text, GRAMMAR));
}

/** Parses one condition as in WHERE, without sub-queries and parameters. Rejects any text after it. */
export function parseCondition(text: string): Expression<Written> {
  const cursor = new TokenCursor(text, { ...GRAMMAR, query: refuseQuery, extendQuery: refuseQuery });
  const expression = parseWhole(cursor);
  const [placeholder] = cursor.placeholders;
  if (placeholder === undefined) return expression;
  return cursor.refuse(
    { message: 'a condition cannot have parameters', hint: 'write the value itself' },
    placeholder.at,
  );
}

function refuseQuery(cursor: TokenCursor): never {
  return cursor.refuse({ message: 'a condition cannot contain a sub-query', hint: 'send the whole statement to POST query/' }); // prettier-ignore
}

function parseWhole(cursor: TokenCursor): Expression<Written> {
  const expression = cursor.expression(LEVEL.or);
  if (cursor.peek().kind !== 'end') cursor.refuseFound('the end of the input');
  return expression;
}
