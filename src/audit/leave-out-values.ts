const MOST_CHARACTERS = 2000;

/** Names in backticks, comments, texts in either quote (an unclosed one to the end), numbers that are no part of a word. */
const PARTS = /`[^`]*`|\/\*[^]*?(?:\*\/|$)|(?:--\s|#)[^\n]*|'(?:[^'\\]|\\[^]|'')*(?:'|$)|"(?:[^"\\]|\\[^]|"")*(?:"|$)|(?<![\p{L}\p{N}_$])(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/giu; // prettier-ignore
/** White space that is more than one blank, or another one. */
const WIDE = /\s{2,}|[^\S ]/g;

/**
 * A statement with `?` for every text and number, without its comments, in one line, cut at 2000 characters. What cannot be parsed is
 * treated alike. A name in double quotes counts as a text: it might be one.
 */
export function leaveOutValues(statement: string): string {
  return statement.replace(PARTS, replacementOf).replace(WIDE, ' ').trim().slice(0, MOST_CHARACTERS);
}

function replacementOf(part: string): string {
  switch (part[0]) {
    case '`':
      return part;
    case '/':
    case '-':
    case '#':
      return ' ';
    default:
      return '?';
  }
}
