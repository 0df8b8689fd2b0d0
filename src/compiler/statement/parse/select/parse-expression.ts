import type { BinaryOperator, Expression, UnaryOperator, Written } from '../../../../model';
import { joinAll, LONGEST_LEFT_CHAIN } from '../../../tree';
import { LEVEL, OPERATOR_LEVEL } from '../../precedence';
import { parseCastType } from './parse-cast-type';
import { parseIntervalOrCall } from './parse-interval';
import { PREDICATES, type Infix } from './parse-predicate';
import { parsePrimary } from './parse-primary';
import { NEST, type TokenCursor } from '../tokens/token-cursor';

/** An operand and the precedence level at which it was parsed. */
interface Operand {
  readonly level: number;
  readonly expression: Expression<Written>;
}
type Prefix = (cursor: TokenCursor, level: number) => Operand;

const SPELLINGS: Readonly<Record<string, BinaryOperator>> = {
  OR: 'or',
  XOR: 'xor',
  AND: 'and',
  '&&': 'and',
  '|': '|',
  '&': '&',
  '<<': '<<',
  '>>': '>>',
  '+': '+',
  '-': '-',
  '*': '*',
  '/': '/',
  DIV: 'div',
  '%': '%',
  MOD: '%',
  '^': '^',
};

const INFIXES: ReadonlyMap<string, Infix> = new Map([
  ...Object.entries(SPELLINGS).map(([key, operator]) => [key, operator === 'and' || operator === 'or' ? connective(operator) : binary(operator)] as const), // prettier-ignore
  ...PREDICATES,
  ['||', { level: LEVEL.pipes, left: LEVEL.pipes, parse: parsePipes }],
  ['::', { level: LEVEL.collate, left: LEVEL.collate, parse: parseCastOperator }],
  ['COLLATE', { level: LEVEL.collate, left: LEVEL.collate, parse: parseCollate }],
]);

const PREFIXES: ReadonlyMap<string, Prefix> = new Map([
  ['-', sign('-', LEVEL.sign)],
  ['+', sign('+', LEVEL.sign)],
  ['~', sign('~', LEVEL.sign)],
  ['!', sign('not', LEVEL.bang)],
  ['NOT', parseNot],
  ['BINARY', parseBinary],
  ['INTERVAL', parseLeadingInterval],
]);

/** Parses an expression whose operators bind at least as tightly as `level`, by precedence climbing with MySQL's precedences. */
export function parseExpression(cursor: TokenCursor, level: number): Expression<Written> {
  const prefix = PREFIXES.get(cursor.peek().key);
  const cost = prefix === undefined ? 1 : NEST;
  const { height } = cursor;
  cursor.height = 0;
  cursor.enter(cost);
  const first = prefix?.(cursor, level) ?? { level: LEVEL.primary, expression: parsePrimary(cursor) };
  const expression = climb(cursor, level, first);
  cursor.leave(cost);
  cursor.height = Math.max(height, cursor.height + 1);
  return expression;
}

/** Parses the operators after an operand that is already parsed. */
export function climbFrom(cursor: TokenCursor, expression: Expression<Written>): Expression<Written> {
  return climb(cursor, LEVEL.or, { level: LEVEL.primary, expression });
}

function climb(cursor: TokenCursor, level: number, first: Operand): Expression<Written> {
  let { expression, level: reached } = first;
  for (;;) {
    const infix = INFIXES.get(cursor.peek().key);
    if (infix === undefined || infix.level < level || infix.left > reached) return expression;
    if (infix.second !== undefined && cursor.peek(1).key !== infix.second) return expression;
    expression = infix.parse(cursor, expression);
    cursor.fold();
    reached = infix.level;
  }
}

function binary(operator: BinaryOperator): Infix {
  const level = OPERATOR_LEVEL[operator];
  return {
    level,
    left: level,
    parse(cursor, left) {
      cursor.next();
      const isInterval = level === LEVEL.sum && cursor.at('INTERVAL');
      const right = isInterval ? parseIntervalOrCall(cursor) : cursor.expression(level + 1);
      return { kind: 'binary', operator, left, right };
    },
  };
}

/** Joins all conditions of one AND or OR chain at once. A long chain becomes a balanced tree, so that its height stays logarithmic. */
function connective(operator: 'and' | 'or'): Infix {
  const level = OPERATOR_LEVEL[operator];
  const join = (left: Expression<Written>, right: Expression<Written>): Expression<Written> => ({ kind: 'binary', operator, left, right }); // prettier-ignore
  return {
    level,
    left: level,
    parse(cursor, left) {
      const parts = [left];
      while (SPELLINGS[cursor.peek().key] === operator) {
        cursor.next();
        parts.push(cursor.expression(level + 1));
      }
      if (parts.length > LONGEST_LEFT_CHAIN) return joinAll(parts, join);
      for (let operators = 2; operators < parts.length; operators++) cursor.fold();
      return parts.slice(1).reduce(join, left);
    },
  };
}

function parseCollate(cursor: TokenCursor, operand: Expression<Written>): Expression<Written> {
  cursor.next();
  return { kind: 'collate', operand, collation: cursor.symbolName('a collation') };
}

/** Parses `a || b || ..` as one call. The settings of the ontology decide what it is. */
function parsePipes(cursor: TokenCursor, first: Expression<Written>): Expression<Written> {
  const { at } = cursor.peek();
  const parts = [first];
  while (cursor.take('||')) parts.push(cursor.expression(LEVEL.pipes + 1));
  return { kind: 'call', name: '||', arguments: parts, distinct: false, at };
}

/** Parses `x::type`, which is CAST(x AS type). */
function parseCastOperator(cursor: TokenCursor, operand: Expression<Written>): Expression<Written> {
  cursor.next();
  return { kind: 'cast', operand, type: parseCastType(cursor) };
}

function sign(operator: UnaryOperator, level: number): Prefix {
  return (cursor) => {
    cursor.next();
    return { level, expression: { kind: 'unary', operator, operand: cursor.expression(level) } };
  };
}

function parseNot(cursor: TokenCursor, level: number): Operand {
  if (level > LEVEL.not) cursor.refuseFound('an operand');
  cursor.next();
  const operand = cursor.expression(LEVEL.not);
  return { level: LEVEL.not, expression: { kind: 'unary', operator: 'not', operand } };
}

function parseBinary(cursor: TokenCursor): Operand {
  cursor.next();
  const operand = cursor.expression(LEVEL.sign);
  return { level: LEVEL.sign, expression: { kind: 'cast', operand, type: { name: 'binary' } } };
}

function parseLeadingInterval(cursor: TokenCursor, level: number): Operand {
  const { at } = cursor.peek();
  const expression = parseIntervalOrCall(cursor);
  if (expression.kind === 'call') return { level: LEVEL.primary, expression };
  if (level > LEVEL.sum || !cursor.at('+')) {
    cursor.refuse(
      { message: 'INTERVAL is allowed only next to + or -, in functions such as DATE_ADD, and in window frames' },
      at,
    );
  }
  return { level: LEVEL.sum, expression };
}
