import { refuseText } from './refuse-text';

const BLANK = /[ \t\r\n\f\v]*/y;
const DASH = 0x2d;
const HASH = 0x23;
const SLASH = 0x2f;

/** Returns the offset of the next token, after white space and comments. Rejects ambiguous comments (docs/language.md). */
export function skipBlank(text: string, from: number): number {
  let at = from;
  for (;;) {
    BLANK.lastIndex = at;
    BLANK.test(text);
    at = BLANK.lastIndex;
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
  if (next !== undefined && !' \t\r\n'.includes(next)) {
    refuseText(text, at, {
      message: '"--" without a blank behind it is neither a comment nor an operator here',
      hint: 'a comment begins with "-- ", a doubled minus is written "- -"',
    });
  }
  return findLineEnd(text, at);
}

/** Returns the end of the line. Rejects a lone carriage return in a comment, because servers disagree on whether it ends a line. */
function findLineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  const end = feed < 0 ? text.length : feed;
  const carriage = text.slice(at, end).replace(/\r$/, '').indexOf('\r');
  if (carriage >= 0) {
    refuseText(text, at + carriage, { message: 'a comment holds a carriage return without a line feed' });
  }
  return end;
}

function findBlockEnd(text: string, at: number): number {
  if (text[at + 2] === '!' || text.startsWith('M!', at + 2)) {
    refuseText(text, at, { message: 'executable comments are not part of the language' });
  }
  const end = text.indexOf('*/', at + 2);
  if (end < 0) refuseText(text, at, { message: 'a comment that begins here is never closed' });
  const inner = text.indexOf('/*', at + 2);
  if (inner >= 0 && inner < end) refuseText(text, inner, { message: 'comments do not nest' });
  return end + 2;
}
