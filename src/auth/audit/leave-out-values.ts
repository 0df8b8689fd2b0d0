const MOST_CHARACTERS = 2000;

/** Comments, names in backticks, texts in either quote (an unclosed one to the end), words, numbers. */
const PARTS = /\/\*[^]*?(?:\*\/|$)|(?:--\s|#)[^\n]*|`[^`]*`|'(?:[^'\\]|\\[^]|'')*(?:'|$)|"(?:[^"\\]|\\[^]|"")*(?:"|$)|[\p{L}_$][\p{L}\p{N}_$]*|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/giu; // prettier-ignore

/**
 * A statement with `?` for every text and number, without its comments, in one line, cut at 2000 characters. What cannot be parsed is
 * treated alike. A name in double quotes counts as a text: it might be one.
 */
export function leaveOutValues(statement: string): string {
  const shape = statement.replace(PARTS, (part) => {
    if (/^(?:\/\*|--|#)/.test(part)) return ' ';
    return /^['"\d.]/.test(part) ? '?' : part;
  });
  return shape.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS);
}
