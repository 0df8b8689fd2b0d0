import type { Call, Expression, OrderItem, Star, UnitArgument, Written } from '../../../../model';
import { BARE_FUNCTIONS, DISTINCT_AGGREGATES, INTERVAL_FUNCTIONS, ORDERED_AGGREGATES } from '../tokens/keywords';
import { takeFilter, takeMeasureFilter } from './parse-filter-clause';
import { SPECIAL_FORMS } from './parse-special-form';
import { refuseTableFunction, TABLE_FUNCTIONS } from './refuse-table-functions';
import { SYNONYMS } from './parse-synonym';
import { parseIntervalOrCall, parseIntervalUnit } from './parse-interval';
import { parseOrderBy, parseWindow } from './parse-window';
import { NEST, type TokenCursor } from '../tokens/token-cursor';

type Argument = Expression<Written> | Star | UnitArgument;

/** Parses a function call and its window. Special forms such as CAST(x AS t) return their own node kinds. */
export function parseCall(cursor: TokenCursor): Expression<Written> {
  const { key, value, at } = cursor.next();
  if (BARE_FUNCTIONS.has(key) && !cursor.at('(')) {
    return { kind: 'call', name: key, arguments: [], distinct: false, at };
  }
  cursor.enter(NEST);
  cursor.expect('(');
  if (TABLE_FUNCTIONS.has(key)) refuseTableFunction(cursor, key, at);
  const form = (SPECIAL_FORMS.get(key) ?? SYNONYMS.get(key))?.(cursor, at);
  const expression = form ?? parseArguments(cursor, key === '' ? value : key, at);
  cursor.expect(')');
  cursor.leave(NEST);
  if (expression.kind === 'reference') return takeMeasureFilter(cursor, expression);
  return expression.kind === 'call' ? parseOver(cursor, takeFilter(cursor, expression)) : expression;
}

function parseArguments(cursor: TokenCursor, name: string, at: number): Call<Written> {
  const distinct = DISTINCT_AGGREGATES.has(name) && parseDistinct(cursor);
  const list = cursor.at(')') ? [] : parseArgumentList(cursor, name);
  const call: Call<Written> = { kind: 'call', name, arguments: list, distinct, at };
  return ORDERED_AGGREGATES.has(name) ? { ...call, ...parseTail(cursor, name) } : call;
}

function parseDistinct(cursor: TokenCursor): boolean {
  return cursor.take('DISTINCT') || (cursor.take('ALL'), false);
}

function parseArgumentList(cursor: TokenCursor, name: string): Argument[] {
  if (name === 'COUNT' && cursor.at('*')) return [{ kind: 'star', qualifier: [], at: cursor.next().at }];
  let index = 0;
  return cursor.list(() => parseArgument(cursor, name, index++));
}

function parseArgument(cursor: TokenCursor, name: string, index: number): Argument {
  if (index === 0 && name.startsWith('TIMESTAMP') && /^TIMESTAMP(ADD|DIFF)$/.test(name)) return parseUnit(cursor);
  const takesInterval = index === 1 && INTERVAL_FUNCTIONS.has(name) && cursor.at('INTERVAL');
  return takesInterval ? parseIntervalOrCall(cursor) : cursor.expression();
}

function parseUnit(cursor: TokenCursor): UnitArgument {
  return { kind: 'unit', unit: parseIntervalUnit(cursor) };
}

function parseTail(cursor: TokenCursor, name: string): { orderBy?: OrderItem<Written>[]; separator?: string } {
  const orderBy = cursor.at('ORDER') ? parseOrderBy(cursor) : undefined;
  if (name !== 'GROUP_CONCAT') return { orderBy };
  const separator = cursor.take('SEPARATOR') ? cursor.string('the separator as a string') : undefined;
  return { orderBy, separator };
}

/**
 * Parses the clauses after a window function's arguments. Skips FROM FIRST and RESPECT NULLS: they are the defaults,
 * and MySQL has no others.
 */
function parseOver(cursor: TokenCursor, call: Call<Written>): Call<Written> {
  if (call.name === 'NTH_VALUE') cursor.take('FROM', 'FIRST');
  if (cursor.at('IGNORE', 'NULLS')) cursor.refuse({ message: 'IGNORE NULLS is not part of the language' });
  cursor.take('RESPECT', 'NULLS');
  if (!cursor.take('OVER')) return call;
  return { ...call, over: cursor.at('(') ? parseWindow(cursor) : cursor.name('a window') };
}
