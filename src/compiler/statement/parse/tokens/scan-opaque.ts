import { refuseText } from './refuse-text';

const QUOTES = new Set(["'", '"', '`']);
const WHITE_SPACE = /\s*/y;
const BEGINNING = /^(?:SELECT|WITH)\b/i;

/** Tokens rejected outside quotes: comments, and quotes that SQL dialects interpret differently. */
const REFUSED: readonly (readonly [string | RegExp, string])[] = [
  ['--', 'a comment'],
  ['/*', 'a comment'],
  ['#', 'a comment'],
  [/\$\w*\$/y, 'a dollar quote'],
];

interface Opaque {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/**
 * Reads the SQL of a WITHOUT PARSING mapping up to `;` or the end. Requires one SELECT with balanced parentheses and
 * quotes and without comments (docs/language.md).
 */
export function scanOpaque(text: string, from: number): Opaque {
  WHITE_SPACE.lastIndex = from;
  WHITE_SPACE.test(text);
  const at = WHITE_SPACE.lastIndex;
  const end = findEnd(text, at);
  const statement = text.slice(at, end).trimEnd();
  if (!BEGINNING.test(statement)) refuseText(text, at, { message: 'expected SELECT or WITH' });
  return { text: statement, at, end: at + statement.length };
}

function findEnd(text: string, from: number): number {
  const open: number[] = [];
  let index = from;
  for (; index < text.length && text[index] !== ';'; index++) {
    const character = text.charAt(index);
    if (QUOTES.has(character)) index = findClosing(text, index);
    else if (character === '(') open.push(index);
    else if (character === ')' && open.pop() === undefined) {
      refuseText(text, index, { message: 'unmatched )' });
    } else refuseDubious(text, index);
  }
  const unclosed = open.pop();
  if (unclosed !== undefined) refuseText(text, unclosed, { message: 'unclosed (' });
  return index;
}

function refuseDubious(text: string, index: number): void {
  for (const [pattern, what] of REFUSED) {
    if (!startsWith(text, index, pattern)) continue;
    refuseText(text, index, { message: `${what} is not allowed in a mapping WITHOUT PARSING` });
  }
}

function startsWith(text: string, index: number, pattern: string | RegExp): boolean {
  if (typeof pattern === 'string') return text.startsWith(pattern, index);
  pattern.lastIndex = index;
  return pattern.test(text);
}

/**
 * Returns the offset of the closing quote. A doubled quote scans as two adjacent strings, which end at the same offset.
 * Rejects a quote after a backslash: only some dialects end the string there.
 */
function findClosing(text: string, at: number): number {
  const quote = text.charAt(at);
  const end = text.indexOf(quote, at + 1);
  if (end < 0) refuseText(text, at, { message: `unclosed ${quote}` });
  let backslashes = 0;
  while (text.charAt(end - 1 - backslashes) === '\\') backslashes += 1;
  if (backslashes % 2 === 1) {
    const hint = `write the quote twice: ${quote}${quote}`;
    refuseText(text, end, {
      message: 'a quote after a backslash has different meanings in different data sources',
      hint,
    });
  }
  return end;
}
