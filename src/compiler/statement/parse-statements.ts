import type { Expression, Written } from '../../model';
import type { Statement, StatementBody } from './definition.ast';
import { measureHeight } from './measure-height';
import { suggest } from '../../errors';
import { OTHER_STATEMENTS } from './keywords';
import { parseGrant, parseRevoke } from './parse-account';
import { parseAlter, parseDrop, parseRestore } from './parse-change';
import { parseCreate } from './parse-create';
import { climbFrom, parseExpression as parseLevel } from './parse-expression';
import { parseDescribe, parseExplain, parseShow } from './parse-read';
import { extendQuery, parseQuery } from './parse-query';
import { LEVEL } from './precedence';
import { TokenCursor, type Grammar } from './token-cursor';

const GRAMMAR: Grammar = { expression: parseLevel, climb: climbFrom, query: parseQuery, extendQuery };

/** Long rows of operators make a tree deep on its left side; what walks it recursively needs a bound. */
const MANY_FOLDS = 700;
const HIGHEST = 1500;

const QUERY_STARTS: ReadonlySet<string> = new Set(['SELECT', 'WITH', '(']);

const parseSelectStatement = (cursor: TokenCursor): StatementBody => ({ kind: 'query', query: cursor.query() });

const RULES: ReadonlyMap<string, (cursor: TokenCursor) => StatementBody> = new Map([
  ['SELECT', parseSelectStatement],
  ['WITH', parseSelectStatement],
  ['(', parseSelectStatement],
  ['CREATE', parseCreate],
  ['ALTER', parseAlter],
  ['DROP', parseDrop],
  ['RESTORE', parseRestore],
  ['SHOW', parseShow],
  ['DESC', parseDescribe],
  ['DESCRIBE', parseDescribe],
  ['EXPLAIN', parseExplain],
  ['GRANT', parseGrant],
  ['REVOKE', parseRevoke],
]);

/** All statements of a text, separated by `;` (spec 3, sections 2, 4 and 7). Refuses with `statement_malformed` or `statement_not_allowed` and a position. */
export function parseStatements(text: string): readonly Statement[] {
  const cursor = new TokenCursor(text, GRAMMAR);
  const statements: Statement[] = [];
  for (;;) {
    while (cursor.take(';'));
    if (cursor.peek().kind === 'end') return statements;
    statements.push(parseStatement(cursor));
    if (cursor.peek().kind !== 'end' && !cursor.at(';')) cursor.refuseFound('";" or the end of the text');
  }
}

function parseStatement(cursor: TokenCursor): Statement {
  const { at } = cursor.peek();
  const body = guardHeight(cursor, at, () => parseBody(cursor));
  return { at, end: cursor.end, ...body };
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
      { message, hint: 'data are read with SELECT, never changed', code: 'statement_not_allowed' },
      at,
    );
  }
  return cursor.refuse(
    { message: `a statement does not begin with "${value}"`, hint: suggest(value, RULES.keys()) },
    at,
  );
}

/** One expression, and nothing behind it. */
export function parseExpression(text: string): Expression<Written> {
  const cursor = new TokenCursor(text, GRAMMAR);
  const expression = guardHeight(cursor, 0, () => cursor.expression(LEVEL.or));
  if (cursor.peek().kind !== 'end') cursor.refuseFound('the end of the text');
  return expression;
}

function guardHeight<Tree extends object>(cursor: TokenCursor, at: number, parse: () => Tree): Tree {
  const before = cursor.folds;
  const tree = parse();
  if (cursor.folds - before > MANY_FOLDS && measureHeight(tree) > HIGHEST) {
    cursor.refuse({ message: 'too many operators in a row', hint: 'IN (...) takes any number of values' }, at);
  }
  return tree;
}
