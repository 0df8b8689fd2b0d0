import { refuseText } from './refuse-text';

/** The value of each escape sequence in MySQL. `\%` and `\_` keep their backslash; every other character represents itself. */
const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: '\x1a',
  '%': '\\%',
  _: '\\_',
};

interface Quoted {
  readonly value: string;
  readonly end: number;
}

/** Reads `'...'` or `"..."`, with doubled quotes and backslash escapes. */
export function scanString(text: string, at: number): Quoted {
  const quote = text.charAt(at);
  let value = '';
  let from = at + 1;
  for (let index = from; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '\\') {
      const escaped = text.charAt(index + 1);
      value += text.slice(from, index) + (ESCAPES[escaped] ?? escaped);
      index += 1;
      from = index + 1;
    } else if (character === quote) {
      value += text.slice(from, index);
      if (text.charAt(index + 1) !== quote) return { value, end: index + 1 };
      index += 1;
      from = index;
    }
  }
  return refuseText(text, at, { message: `unclosed ${quote}` });
}

/** Reads a name in backticks. A doubled backtick represents one backtick; a backslash is an ordinary character. */
export function scanBackticks(text: string, at: number): Quoted {
  let value = '';
  let from = at + 1;
  for (;;) {
    const end = text.indexOf('`', from);
    if (end < 0) refuseText(text, at, { message: 'unclosed `' });
    value += text.slice(from, end);
    if (text.charAt(end + 1) !== '`') return { value, end: end + 1 };
    value += '`';
    from = end + 2;
  }
}
