const MOST_CHARACTERS = 2000;

/** Names in backticks, comments, strings in either quote (an unterminated one to the end), and numbers that are not part of a word. */
const PARTS = /`[^`]*`|\/\*[^]*?(?:\*\/|$)|(?:--\s|#)[^\n]*|'(?:[^'\\]|\\[^]|'')*(?:'|$)|"(?:[^"\\]|\\[^]|"")*(?:"|$)|(?<![\p{L}\p{N}_$])(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/giu; // prettier-ignore
/** Whitespace other than a single space. */
const WIDE = /\s{2,}|[^\S ]/g;

/**
 * Returns a statement on one line, with `?` for every string and number and without comments, truncated to 2000 characters. Statements that
 * cannot be parsed are treated in the same way. A name in double quotes counts as a string, since it may be one. Statements with the same
 * `form` must differ only in their values: the result for the first one is returned for all of them.
 */
export function leaveOutValues(statement: string, form?: object): string {
  const known = form && ofForms.get(form);
  if (known !== undefined) return known;
  const outline = statement.replace(PARTS, replacementOf).replace(WIDE, ' ').trim().slice(0, MOST_CHARACTERS);
  if (form !== undefined) ofForms.set(form, outline);
  return outline;
}

const ofForms = new WeakMap<object, string>();

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
