import type { Expression, Written } from '../../model';
import type { Statement, StatementBody } from './definition.ast';
import { measureHeight } from './measure-height';
import { climbFrom, parseExpression as parseLevel } from './parse-expression';
import { extendQuery, parseQuery } from './parse-query';
import { LEVEL } from './precedence';
import { TokenCursor, type Grammar } from './token-cursor';

const GRAMMAR: Grammar = { expression: parseLevel, climb: climbFrom, query: parseQuery, extendQuery };

/** Long rows of operators make a tree deep on its left side; what walks it recursively needs a bound. */
const MANY_FOLDS = 700;
const HIGHEST = 1500;

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
  return { kind: 'query', query: cursor.query() };
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
