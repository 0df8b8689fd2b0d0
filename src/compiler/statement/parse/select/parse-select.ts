import type { Identifier, NamedWindow, Select, SelectItem, Source, Star, Written } from '../../../../model';
import { parseGroupBy } from './parse-group-by';
import { parseSources } from './parse-source';
import { parseParts } from './parse-primary';
import { parseWindow } from './parse-window';
import type { TokenCursor } from '../tokens/token-cursor';

/** Modifiers that change no row, which clients of the MySQL protocol send. */
const WITHOUT_EFFECT = new Set(['HIGH_PRIORITY', 'SQL_SMALL_RESULT', 'SQL_BIG_RESULT', 'SQL_BUFFER_RESULT', 'SQL_CACHE', 'SQL_NO_CACHE']); // prettier-ignore
const MODIFIERS = new Set([
  'HIGH_PRIORITY',
  'STRAIGHT_JOIN',
  'SQL_SMALL_RESULT',
  'SQL_BIG_RESULT',
  'SQL_BUFFER_RESULT',
  'SQL_CACHE',
  'SQL_NO_CACHE',
  'SQL_CALC_FOUND_ROWS',
]);

/** Parses one SELECT up to its WINDOW clause. ORDER BY and LIMIT belong to the enclosing query. */
export function parseSelect(cursor: TokenCursor): Select<Written> {
  cursor.expect('SELECT');
  const distinct = parseDistinct(cursor);
  const items = cursor.list(() => parseItem(cursor));
  const from = cursor.take('FROM') ? parseFrom(cursor) : undefined;
  const where = cursor.take('WHERE') ? cursor.expression() : undefined;
  const { groupBy, rollup } = parseGroupBy(cursor);
  const having = cursor.take('HAVING') ? cursor.expression() : undefined;
  const windows = cursor.take('WINDOW') ? cursor.list(() => parseNamedWindow(cursor)) : [];
  const qualify = cursor.take('QUALIFY') ? { qualify: cursor.expression() } : {};
  return { kind: 'select', distinct, items, from, where, groupBy, rollup, having, windows, ...qualify, orderBy: [] };
}

function parseDistinct(cursor: TokenCursor): boolean {
  const distinct = cursor.take('DISTINCT') || cursor.take('DISTINCTROW');
  if (!distinct) cursor.take('ALL');
  while (cursor.isOfSession && cursor.atAny(WITHOUT_EFFECT)) cursor.next();
  if (cursor.atAny(MODIFIERS) && cursor.peek(1).key !== ',' && cursor.peek(1).key !== 'FROM') {
    const { key } = cursor.peek();
    cursor.refuse({ message: `${key} is not part of the language`, code: 'statement_not_allowed' });
  }
  return distinct;
}

function parseItem(cursor: TokenCursor): SelectItem<Written> {
  const { at } = cursor.peek();
  const star = parseStar(cursor);
  if (star !== undefined) return { expression: star };
  const expression = cursor.expression();
  const { end } = cursor;
  const alias = parseItemAlias(cursor);
  return alias === undefined ? { expression, text: cursor.text.slice(at, end) } : { expression, alias };
}

/** Parses `*`, `t.*` or `s.t.*`. Looks ahead, because a name may also start an expression. */
function parseStar(cursor: TokenCursor): Star | undefined {
  const { at } = cursor.peek();
  if (cursor.take('*')) return { kind: 'star', qualifier: [], at };
  let ahead = 0;
  while (cursor.atName(ahead) && cursor.peek(ahead + 1).key === '.') ahead += 2;
  if (ahead === 0 || cursor.peek(ahead).key !== '*') return undefined;
  const qualifier = parseParts(cursor);
  cursor.expect('.', '*');
  return { kind: 'star', qualifier, at };
}

/** Parses the alias of a select item, which may be a string. */
function parseItemAlias(cursor: TokenCursor): Identifier | undefined {
  const explicit = cursor.take('AS');
  if (cursor.peek().kind === 'string') return parseStringAlias(cursor);
  return explicit || cursor.atAlias() ? cursor.name('an alias') : undefined;
}

function parseStringAlias(cursor: TokenCursor): Identifier {
  const { at } = cursor.peek();
  const name = cursor.next().value;
  if (name === '') cursor.refuse({ message: 'an alias must not be empty' }, at);
  return { name, at };
}

/** Parses the sources after FROM. DUAL means no table, as in MySQL. */
function parseFrom(cursor: TokenCursor): Source<Written> | undefined {
  return cursor.take('DUAL') ? undefined : parseSources(cursor);
}

function parseNamedWindow(cursor: TokenCursor): NamedWindow<Written> {
  const name = cursor.name('a window');
  cursor.expect('AS');
  return { name, window: parseWindow(cursor) };
}
