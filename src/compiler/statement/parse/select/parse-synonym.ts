import type { Call, Expression, Identifier, Written } from '../../../../model';
import { dateFormatOf } from './date-format-of';
import { formatNumber } from './format-number';
import { numberFormatOf } from './number-format-of';
import { parseOrderBy } from './parse-window';
import type { TokenCursor } from '../tokens/token-cursor';

type Operand = Expression<Written>;

/**
 * Functions of other systems that have the meaning of one of MySQL, or of a form of this language. They are parsed to
 * that form, after the opening parenthesis.
 */
export const SYNONYMS = new Map<string, (cursor: TokenCursor, at: number) => Operand>([
  ['NVL', parseNvl],
  ['STRING_AGG', parseStringAgg],
  ['TO_CHAR', parseToChar],
  ['MEASURE', parseMeasureOf],
  ['AGGREGATE', parseMeasureOf],
]);

function call(name: string, args: readonly Operand[], at: number): Call<Written> {
  return { kind: 'call', name, arguments: args, distinct: false, at };
}

/** Parses NVL(x, y), which is IFNULL. */
function parseNvl(cursor: TokenCursor, at: number): Operand {
  return call(
    'IFNULL',
    cursor.list(() => cursor.expression()),
    at,
  );
}

/** Parses STRING_AGG([DISTINCT] x, 'separator' [ORDER BY ..]), which is GROUP_CONCAT. */
function parseStringAgg(cursor: TokenCursor, at: number): Operand {
  const distinct = cursor.take('DISTINCT');
  const value = cursor.expression();
  cursor.expect(',');
  const separator = cursor.string('the separator as a string');
  const orderBy = cursor.at('ORDER') ? parseOrderBy(cursor) : undefined;
  return { ...call('GROUP_CONCAT', [value], at), distinct, separator, orderBy };
}

/** Parses TO_CHAR(x), the string of a value, and TO_CHAR(x, 'format') of a number or of a date, which is DATE_FORMAT. */
function parseToChar(cursor: TokenCursor, at: number): Operand {
  const operand = cursor.expression();
  if (!cursor.take(',')) return { kind: 'cast', operand, type: { name: 'char' } };
  const { at: place } = cursor.peek();
  const format = cursor.string('the format as a string');
  const number = numberFormatOf(format);
  if (number === undefined) return call('DATE_FORMAT', [operand, parseDateFormat(cursor, format, place)], at);
  if (!('reason' in number)) return formatNumber(operand, number);
  const hint = 'write numbers with 9, 0, one point, commas between thousands, and FM in front';
  return cursor.refuse({ message: `the format of TO_CHAR ${number.reason}`, hint }, place);
}

function parseDateFormat(cursor: TokenCursor, written: string, at: number): Operand {
  const format = dateFormatOf(written);
  if ('text' in format) return { kind: 'literal', type: 'string', ...format, at };
  const hint = `write dates with ${format.known.join(', ')}, numbers with 9, 0, commas, a point and FM, and letters in double quotes`;
  return cursor.refuse({ message: `the format of TO_CHAR contains "${format.unknown}"`, hint }, at);
}

/** Parses MEASURE(x) or AGGREGATE(x), the measure x of the concept or at the end of a path. */
function parseMeasureOf(cursor: TokenCursor, at: number): Operand {
  const operand = cursor.expression();
  const name = operand.kind === 'reference' ? operand.reference.parts.at(-1) : undefined;
  if (operand.kind !== 'reference' || name === undefined)
    return cursor.refuse({ message: 'MEASURE needs the name of a measure', hint: 'write MEASURE(revenue)' }, at);
  const parts = [...operand.reference.parts.slice(0, -1), measured(name)];
  return { kind: 'reference', reference: { parts, at: operand.reference.at } };
}

function measured(name: Identifier): Identifier {
  return /^measure\./i.test(name.name) ? name : { ...name, name: `measure.${name.name}` };
}
