import type { Call, Expression, Literal, Written } from '../../../../model';
import type { NumberFormat } from './number-format-of';

type Operand = Expression<Written>;

/**
 * Returns TO_CHAR(x, format) of a number in functions of MySQL: the number rounded to the digits of the format, with `#` for
 * each digit if it has more than the format.
 */
export function formatNumber(operand: Operand, format: NumberFormat): Operand {
  const { isTrimmed, whole, fraction } = format;
  const pattern = fraction === '' ? whole : `${whole}.${fraction}`;
  const digits = integer(fraction.length);
  const number = binary(operand, '+', integer(0));
  const plain = call('FORMAT', call('ABS', number), digits);
  const shown = withLeadingZeros(whole.includes(',') ? plain : call('REPLACE', plain, text(','), text('')), format);
  const isLonger = binary(call('CHAR_LENGTH', shown), '>', integer(pattern.length));
  const body = call('IF', isLonger, text(pattern.replaceAll(/[09]/gu, '#')), withoutTrailingZeros(shown, format));
  const isNegative = binary(call('ROUND', number, digits), '<', integer(0));
  const signed = call('CONCAT', call('IF', isNegative, text('-'), text('')), body);
  return isTrimmed ? signed : call('LPAD', signed, integer(pattern.length + 1), text(' '));
}

/** Pads with the zeros and commas of the format, from its first `0`. Without one, a fraction has no `0` before its point. */
function withLeadingZeros(shown: Operand, { whole, fraction }: NumberFormat): Operand {
  const first = whole.indexOf('0');
  if (first < 0 && fraction !== '') {
    const isBelowOne = binary(call('LEFT', shown, integer(2)), '=', text('0.'));
    return call('IF', isBelowOne, call('SUBSTRING', shown, integer(2)), shown);
  }
  const zeros = whole.slice(first).replaceAll('9', '0');
  if (first < 0 || zeros.length < 2) return shown;
  const length = integer(zeros.length + (fraction === '' ? 0 : fraction.length + 1));
  return call('IF', binary(call('CHAR_LENGTH', shown), '<', length), call('LPAD', shown, length, text(zeros)), shown);
}

/** Removes zeros at the end that stand for `9` after the last `0` of the fraction, if the format begins with FM. */
function withoutTrailingZeros(shown: Operand, { isTrimmed, fraction }: NumberFormat): Operand {
  const optional = fraction.length - fraction.lastIndexOf('0') - 1;
  if (!isTrimmed || optional === 0) return shown;
  const trimmed = (operand: Operand): Operand => ({ kind: 'trim', side: 'trailing', remove: text('0'), operand });
  if (optional === fraction.length) return trimmed(shown);
  const kept = call('LEFT', shown, binary(call('CHAR_LENGTH', shown), '-', integer(optional)));
  return call('CONCAT', kept, trimmed(call('RIGHT', shown, integer(optional))));
}

function call(name: string, ...parts: readonly Operand[]): Call<Written> {
  return { kind: 'call', name, arguments: parts, distinct: false };
}

function binary(left: Operand, operator: '>' | '<' | '=' | '+' | '-', right: Operand): Operand {
  return { kind: 'binary', operator, left, right };
}

function integer(value: number): Literal {
  return { kind: 'literal', type: 'integer', text: String(value) };
}

function text(value: string): Literal {
  return { kind: 'literal', type: 'string', text: value };
}
