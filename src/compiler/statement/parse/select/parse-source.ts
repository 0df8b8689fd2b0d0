import type { DerivedSource, Identifier, JoinKind, Query, Source, Written } from '../../../../model';
import { JoinChain, type JoinCondition } from './join-chain';
import { parseParts } from './parse-primary';
import { atQuery } from './parse-parenthesis';
import { NEST, type TokenCursor } from '../tokens/token-cursor';
import { refuseLateralView } from './refuse-table-functions';

type Joined = Source<Written>;

interface JoinOperator {
  readonly words: readonly [string, ...string[]];
  readonly join: JoinKind;
  readonly natural: boolean;
}

const JOIN_OPERATORS: readonly JoinOperator[] = [
  { words: ['JOIN'], join: 'inner', natural: false },
  { words: ['INNER', 'JOIN'], join: 'inner', natural: false },
  { words: ['CROSS', 'JOIN'], join: 'inner', natural: false },
  { words: ['STRAIGHT_JOIN'], join: 'inner', natural: false },
  { words: ['LEFT', 'JOIN'], join: 'left', natural: false },
  { words: ['LEFT', 'OUTER', 'JOIN'], join: 'left', natural: false },
  { words: ['RIGHT', 'JOIN'], join: 'right', natural: false },
  { words: ['RIGHT', 'OUTER', 'JOIN'], join: 'right', natural: false },
  { words: ['NATURAL', 'JOIN'], join: 'inner', natural: true },
  { words: ['NATURAL', 'INNER', 'JOIN'], join: 'inner', natural: true },
  { words: ['NATURAL', 'LEFT', 'JOIN'], join: 'left', natural: true },
  { words: ['NATURAL', 'LEFT', 'OUTER', 'JOIN'], join: 'left', natural: true },
  { words: ['NATURAL', 'RIGHT', 'JOIN'], join: 'right', natural: true },
  { words: ['NATURAL', 'RIGHT', 'OUTER', 'JOIN'], join: 'right', natural: true },
];
const JOIN_STARTS: ReadonlySet<string> = new Set(JOIN_OPERATORS.map(({ words }) => words[0]));
const HINT_WORDS = new Set(['USE', 'FORCE', 'IGNORE']);

/** Parses the sources after FROM. Commas bind less tightly than JOIN. */
export function parseSources(cursor: TokenCursor): Joined {
  let left = parseJoined(cursor, parseFactor(cursor));
  while (cursor.take(',')) {
    cursor.join();
    const right = parseJoined(cursor, parseFactor(cursor));
    left = { kind: 'join', join: 'cross', natural: false, left, right };
  }
  return left;
}

function parseJoined(cursor: TokenCursor, first: Joined): Joined {
  const chain = new JoinChain(first);
  for (;;) {
    const operator = takeJoin(cursor);
    if (operator?.natural === true) chain.joinNaturally(operator.join, parseFactor(cursor));
    else if (operator !== undefined) chain.open(operator.join, parseFactor(cursor));
    else if (chain.isOpen && (cursor.at('ON') || cursor.at('USING'))) chain.close(parseCondition(cursor));
    else break;
  }
  if (chain.needsCondition) cursor.refuseFound('ON or USING', ['ON', 'USING']);
  return chain.build();
}

function takeJoin(cursor: TokenCursor): JoinOperator | undefined {
  if (cursor.at('FULL')) cursor.refuse({ message: 'MySQL has no FULL JOIN', hint: 'use a UNION of two outer joins' });
  if (!cursor.atAny(JOIN_STARTS)) return undefined;
  cursor.join();
  return JOIN_OPERATORS.find(({ words }) => cursor.take(...words)) ?? cursor.refuseFound('JOIN', ['JOIN']);
}

function parseCondition(cursor: TokenCursor): JoinCondition {
  if (cursor.take('ON')) return { on: cursor.expression() };
  cursor.expect('USING');
  return { using: cursor.names('a column') };
}

function parseFactor(cursor: TokenCursor): Joined {
  refuseLateralView(cursor);
  if (cursor.take('LATERAL')) {
    cursor.expect('(');
    return parseDerived(cursor, parseEnclosedQuery(cursor), true);
  }
  if (cursor.take('(')) return parseInsideFactor(cursor);
  const { at } = cursor.peek();
  const parts = parseParts(cursor);
  if (cursor.at('(')) cursor.refuse({ message: 'functions that return tables are not part of the language' });
  const alias = parseAlias(cursor);
  refuseTableTail(cursor);
  return { kind: 'table', table: { parts, at }, alias };
}

/** Parses a derived table or grouped sources, after an opening parenthesis. */
function parseInsideFactor(cursor: TokenCursor): Joined {
  if (!atQuery(cursor)) return parseEnclosedSources(cursor);
  cursor.enter(NEST);
  const inside = parseNestedQuery(cursor);
  cursor.leave(NEST);
  if ('query' in inside) return parseDerived(cursor, inside.query, false);
  return inside.source;
}

/** Parses `((SELECT ..) UNION ..)` as a query and `((SELECT ..) AS t JOIN ..)` as sources. The token after the inner query decides. */
function parseNestedQuery(cursor: TokenCursor): { query: Query<Written> } | { source: Joined } {
  if (!cursor.take('(')) return { query: parseEnclosedQuery(cursor) };
  cursor.enter(NEST);
  const inner = parseNestedQuery(cursor);
  cursor.leave(NEST);
  if ('query' in inner && !cursor.atName() && !cursor.at('AS')) {
    const query = cursor.extendQuery(inner.query);
    cursor.expect(')');
    return { query };
  }
  const first = 'query' in inner ? parseDerived(cursor, inner.query, false) : inner.source;
  const source = parseRest(cursor, parseJoined(cursor, first));
  cursor.expect(')');
  return { source };
}

function parseRest(cursor: TokenCursor, first: Joined): Joined {
  if (!cursor.take(',')) return first;
  return { kind: 'join', join: 'cross', natural: false, left: first, right: parseSources(cursor) };
}

function parseEnclosedQuery(cursor: TokenCursor): Query<Written> {
  const query = cursor.query();
  cursor.expect(')');
  return query;
}

function parseEnclosedSources(cursor: TokenCursor): Joined {
  cursor.enter(NEST);
  const sources = parseSources(cursor);
  cursor.expect(')');
  cursor.leave(NEST);
  return sources;
}

function parseDerived(cursor: TokenCursor, query: Query<Written>, lateral: boolean): DerivedSource<Written> {
  const { end } = cursor;
  if (!cursor.take('AS') && !cursor.atName()) {
    const hint = 'write AS and a name after the parenthesis, as in (SELECT ...) AS t';
    cursor.refuse({ message: 'a derived table must have a name', hint }, end);
  }
  const alias = cursor.name('a name for the derived table');
  const columns = cursor.at('(') ? cursor.names('a column') : undefined;
  return { kind: 'derived', query, alias, columns, lateral };
}

function parseAlias(cursor: TokenCursor): Identifier | undefined {
  return cursor.take('AS') || cursor.atAlias() ? cursor.name('an alias') : undefined;
}

function refuseTableTail(cursor: TokenCursor): void {
  refuseLateralView(cursor);
  if (cursor.atAny(HINT_WORDS)) cursor.refuse({ message: 'index hints are not part of the language' });
  if (cursor.at('PARTITION')) cursor.refuse({ message: 'partitions are not part of the language' });
}
