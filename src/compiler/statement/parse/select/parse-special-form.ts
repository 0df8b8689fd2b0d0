import type { Call, CastType, Expression, Trim, Written } from '../../../../model';
import { parseCastType } from './parse-cast-type';
import { parseIntervalUnit } from './parse-interval';
import { LEVEL } from '../../precedence';
import type { TokenCursor } from '../tokens/token-cursor';

type Operand = Expression<Written>;
/** Parses the tokens between the parentheses. Returns undefined when the ordinary argument list applies. */
type SpecialForm = (cursor: TokenCursor, at: number) => Operand | undefined;

/** Functions whose arguments have a special syntax. */
export const SPECIAL_FORMS: ReadonlyMap<string, SpecialForm> = new Map<string, SpecialForm>([
  ['CAST', parseCast],
  ['CONVERT', parseConvert],
  ['EXTRACT', parseExtract],
  ['TRIM', parseTrim],
  ['SUBSTRING', parseSubstring],
  ['SUBSTR', parseSubstring],
  ['MID', parseSubstring],
  ['POSITION', parsePosition],
  ['JSON_VALUE', parseJsonValue],
  ['CHAR', parseChar],
  ['ROW', parseRow],
  ['MATCH', refuseForm('MATCH ... AGAINST')],
  ['VALUES', refuseForm('VALUES()')],
  ['DEFAULT', refuseForm('DEFAULT()')],
]);

function refuseForm(name: string): SpecialForm {
  return (cursor, at) =>
    cursor.refuse({ message: `${name} is not part of the language`, code: 'statement_not_allowed' }, at);
}

function call(name: string, args: readonly Operand[], at: number): Call<Written> {
  return { kind: 'call', name, arguments: args, distinct: false, at };
}

function cast(operand: Operand, type: CastType): Operand {
  return { kind: 'cast', operand, type };
}

function parseCast(cursor: TokenCursor): Operand {
  const operand = cursor.expression();
  cursor.expect('AS');
  return cast(operand, parseCastType(cursor));
}

function parseConvert(cursor: TokenCursor): Operand {
  const operand = cursor.expression();
  if (cursor.take('USING')) return { kind: 'transcode', operand, charset: cursor.symbolName('a character set') };
  cursor.expect(',');
  return cast(operand, parseCastType(cursor));
}

function parseExtract(cursor: TokenCursor): Operand {
  const unit = parseIntervalUnit(cursor);
  cursor.expect('FROM');
  return { kind: 'extract', unit, operand: cursor.expression() };
}

const SIDES: Readonly<Record<string, Trim<Written>['side']>> = {
  BOTH: 'both',
  LEADING: 'leading',
  TRAILING: 'trailing',
};

function parseTrim(cursor: TokenCursor): Operand {
  const side = SIDES[cursor.peek().key];
  if (side !== undefined) cursor.next();
  const first = side !== undefined && cursor.at('FROM') ? undefined : cursor.expression();
  if (cursor.take('FROM')) return { kind: 'trim', side: side ?? 'both', remove: first, operand: cursor.expression() };
  if (side !== undefined || first === undefined) return cursor.refuseFound('FROM', ['FROM']);
  return { kind: 'trim', side: 'both', operand: first };
}

function parseSubstring(cursor: TokenCursor, at: number): Operand {
  const args = [cursor.expression()];
  const separators = cursor.at('FROM') ? ['FROM', 'FOR'] : [',', ','];
  for (const separator of separators) if (cursor.take(separator)) args.push(cursor.expression());
  return call('SUBSTRING', args, at);
}

function parsePosition(cursor: TokenCursor, at: number): Operand {
  const wanted = cursor.expression(LEVEL.bitOr);
  cursor.expect('IN');
  return call('LOCATE', [wanted, cursor.expression()], at);
}

/** Parses JSON_VALUE. RETURNING becomes a cast of the result, as MySQL defines it. */
function parseJsonValue(cursor: TokenCursor, at: number): Operand {
  const value = call(
    'JSON_VALUE',
    cursor.list(() => cursor.expression()),
    at,
  );
  return cursor.take('RETURNING') ? cast(value, parseCastType(cursor)) : value;
}

function parseChar(cursor: TokenCursor, at: number): Operand {
  const value = call(
    'CHAR',
    cursor.list(() => cursor.expression()),
    at,
  );
  return cursor.take('USING')
    ? { kind: 'transcode', operand: value, charset: cursor.symbolName('a character set') }
    : value;
}

function parseRow(cursor: TokenCursor): Operand {
  return { kind: 'row', items: cursor.list(() => cursor.expression()) };
}
