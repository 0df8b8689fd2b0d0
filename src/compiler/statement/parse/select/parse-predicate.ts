import type { ComparisonOperator, Expression, Is, Query, Written } from '../../../../model';
import { LEVEL } from '../../precedence';
import { atQuery, parseInside } from './parse-parenthesis';
import type { TokenCursor } from '../tokens/token-cursor';

/** The parsing rule of an operator that follows its left operand. */
export interface Infix {
  readonly level: number;
  /** The lowest level allowed for the left operand. */
  readonly left: number;
  /** The word that must follow the first one; required when the first word alone may be a name. */
  readonly second?: string;
  readonly parse: (cursor: TokenCursor, left: Expression<Written>) => Expression<Written>;
}

type Operand = Expression<Written>;
type Predicate = (cursor: TokenCursor, operand: Operand, negated: boolean) => Operand;

const COMPARISONS: Readonly<Record<string, ComparisonOperator>> = {
  '=': '=',
  '<=>': '<=>',
  '<>': '<>',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

const NEGATABLE: ReadonlyMap<string, Predicate> = new Map([
  ['IN', parseIn],
  ['BETWEEN', parseBetween],
  ['LIKE', parseLike],
  ['REGEXP', parseRegexp],
  ['RLIKE', parseRegexp],
]);

/** Comparisons, IS, and MySQL's predicates. A predicate cannot follow another one without parentheses. */
export const PREDICATES: readonly (readonly [string, Infix])[] = [
  ...Object.entries(COMPARISONS).map(([key, operator]) => [key, comparison(operator)] as const),
  ['IS', { level: LEVEL.comparison, left: LEVEL.comparison, parse: parseIs }],
  ...[...NEGATABLE.keys(), 'NOT'].map((key) => [key, predicate(parseNegatable)] as const),
  ['SOUNDS', { ...predicate(parseSounds), second: 'LIKE' }],
  ['MEMBER', { ...predicate(parseMember), second: 'OF' }],
];

function predicate(parse: Infix['parse']): Infix {
  return { level: LEVEL.predicate, left: LEVEL.bitOr, parse };
}

function comparison(operator: ComparisonOperator): Infix {
  return {
    level: LEVEL.comparison,
    left: LEVEL.comparison,
    parse(cursor, left) {
      cursor.next();
      const quantifier = operator === '<=>' ? undefined : findQuantifier(cursor);
      if (quantifier === undefined)
        return { kind: 'binary', operator, left, right: cursor.expression(LEVEL.predicate) };
      cursor.next();
      return { kind: 'quantified', operand: left, operator, quantifier, query: parseSubQuery(cursor) };
    },
  };
}

/** Returns the quantifier at the cursor. ANY and SOME are names unless a subquery follows. */
function findQuantifier(cursor: TokenCursor): 'all' | 'any' | undefined {
  if (cursor.at('ALL')) return 'all';
  return (cursor.at('ANY', '(') || cursor.at('SOME', '(')) && atQuery(cursor, 1) ? 'any' : undefined;
}

function parseSubQuery(cursor: TokenCursor): Query<Written> {
  cursor.expect('(');
  const query = cursor.query();
  cursor.expect(')');
  return query;
}

function parseIs(cursor: TokenCursor, operand: Operand): Operand {
  cursor.next();
  const negated = cursor.take('NOT');
  if (cursor.take('DISTINCT')) return parseDistinctFrom(cursor, operand, negated);
  const test = cursor.expectAny(['NULL', 'TRUE', 'FALSE', 'UNKNOWN']).toLowerCase() as Is<Written>['test'];
  return { kind: 'is', operand, test, negated };
}

/** Parses IS [NOT] DISTINCT FROM, the standard spelling of `<=>`. */
function parseDistinctFrom(cursor: TokenCursor, left: Operand, negated: boolean): Operand {
  cursor.expect('FROM');
  const same: Operand = { kind: 'binary', operator: '<=>', left, right: cursor.expression(LEVEL.predicate) };
  return negated ? same : { kind: 'unary', operator: 'not', operand: same };
}

function parseNegatable(cursor: TokenCursor, operand: Operand): Operand {
  const negated = cursor.take('NOT');
  const parse = NEGATABLE.get(cursor.peek().key);
  if (parse === undefined) cursor.refuseFound([...NEGATABLE.keys()].join(', '), [...NEGATABLE.keys()]);
  cursor.next();
  return parse(cursor, operand, negated);
}

function parseIn(cursor: TokenCursor, operand: Operand, negated: boolean): Operand {
  cursor.expect('(');
  const first = parseInside(cursor);
  if (first.kind === 'select' || first.kind === 'set') {
    cursor.expect(')');
    return { kind: 'in-query', operand, query: first, negated };
  }
  const items = [first];
  while (cursor.take(',')) items.push(cursor.expression());
  cursor.expect(')');
  return { kind: 'in-list', operand, items, negated };
}

function parseBetween(cursor: TokenCursor, operand: Operand, negated: boolean): Operand {
  const low = cursor.expression(LEVEL.bitOr);
  cursor.expect('AND');
  return { kind: 'between', operand, low, high: cursor.expression(LEVEL.predicate), negated };
}

function parseLike(cursor: TokenCursor, operand: Operand, negated: boolean): Operand {
  const pattern = cursor.expression(LEVEL.sign);
  if (!cursor.take('ESCAPE')) return { kind: 'like', operand, pattern, negated };
  const { at } = cursor.peek();
  const escape = cursor.string('the escape character as a string');
  if (escape.length > String.fromCodePoint(escape.codePointAt(0) ?? 0).length)
    cursor.refuse({ message: 'ESCAPE must be one character' }, at);
  return { kind: 'like', operand, pattern, escape, negated };
}

function parseRegexp(cursor: TokenCursor, operand: Operand, negated: boolean): Operand {
  return { kind: 'regexp', operand, pattern: cursor.expression(LEVEL.bitOr), negated };
}

/** Parses `a SOUNDS LIKE b` as `SOUNDEX(a) = SOUNDEX(b)`, its definition in MySQL. */
function parseSounds(cursor: TokenCursor, operand: Operand): Operand {
  cursor.expect('SOUNDS', 'LIKE');
  const soundex = (argument: Operand): Operand => ({
    kind: 'call',
    name: 'SOUNDEX',
    arguments: [argument],
    distinct: false,
  });
  return { kind: 'binary', operator: '=', left: soundex(operand), right: soundex(cursor.expression(LEVEL.bitOr)) };
}

function parseMember(cursor: TokenCursor, operand: Operand): Operand {
  cursor.expect('MEMBER', 'OF');
  cursor.expect('(');
  const array = cursor.expression();
  cursor.expect(')');
  return { kind: 'call', name: 'MEMBER OF', arguments: [operand, array], distinct: false };
}
