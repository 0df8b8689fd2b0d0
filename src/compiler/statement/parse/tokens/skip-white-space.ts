import { refuseText } from './refuse-text';

const WHITE_SPACE = /[ \t\r\n\f\v]*/y;
const DASH = 0x2d;
const HASH = 0x23;
const SLASH = 0x2f;

/** Returns the offset of the next token, after white space and comments. Rejects ambiguous comments (docs/language.md). */
export function skipWhiteSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    WHITE_SPACE.lastIndex = at;
    WHITE_SPACE.test(text);
    at = WHITE_SPACE.lastIndex;
    const end = findCommentEnd(text, at);
    if (end === at) return at;
    at = end;
  }
}

/** Returns the end of the comment that starts at `at`, or `at` when none does. */
function findCommentEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === HASH) return findLineEnd(text, at);
  if (code === DASH && text.charCodeAt(at + 1) === DASH) return findDashEnd(text, at);
  if (code === SLASH && text[at + 1] === '*') return findBlockEnd(text, at);
  return at;
}

function findDashEnd(text: string, at: number): number {
  const next = text[at + 2];
  if (next !== undefined && !' \t\r\n'.includes(next) && !startsLine(text, at)) {
    refuseText(text, at, {
      message: '"--" without a space after it is neither a comment nor an operator',
      hint: 'begin comments with "-- " or at the beginning of a line, and write a double minus as "- -"',
    });
  }
  return findLineEnd(text, at);
}

/** Reports whether only spaces stand before the offset on its line: there `--` can be no operator. */
function startsLine(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === ' ' || text[before] === '\t') before -= 1;
  return before < 0 || text[before] === '\n';
}

/** Returns the end of the line. Rejects a lone carriage return in a comment, because servers disagree on whether it ends a line. */
function findLineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  const end = feed < 0 ? text.length : feed;
  const carriage = text.slice(at, end).replace(/\r$/, '').indexOf('\r');
  if (carriage >= 0) {
    refuseText(text, at + carriage, { message: 'a comment contains a carriage return without a line feed' });
  }
  return end;
}

function findBlockEnd(text: string, at: number): number {
  if (text[at + 2] === '!' || text.startsWith('M!', at + 2)) {
    refuseText(text, at, { message: 'executable comments are not part of the language' });
  }
  const end = text.indexOf('*/', at + 2);
  if (end < 0) refuseText(text, at, { message: 'unclosed comment' });
  const inner = text.indexOf('/*', at + 2);
  if (inner >= 0 && inner < end) refuseText(text, inner, { message: 'comments cannot be nested' });
  return end + 2;
}
