import type { CharacterRange, LikePart, LikePattern } from './like-pattern.ast';

/**
 * The pattern as a regular expression of RE2 over a whole text, for `regexp_full_match(x, pattern, 'is')`: case is
 * ignored and `.` takes line breaks. RE2 needs time in proportion to the text, whatever the pattern.
 */
export function printRe2Pattern(pattern: LikePattern): string {
  return pattern.map(printPart).join('');
}

/**
 * The pattern for REGEXP of the MySQL family (PCRE2 in MariaDB, ICU in MySQL), with its anchors and flags. What follows
 * a `%` is sought in an atomic group: the first place where it fits is good enough, so no pattern can make the engine
 * try them all. The last such piece, bound to the end of the text, is the exception.
 */
export function printBacktrackingPattern(pattern: LikePattern): string {
  const [beginning = '', ...pieces] = splitAtRuns(pattern).map((piece) => piece.map(printPart).join(''));
  const ending = pieces.pop();
  const sought = pieces.map((piece) => `(?>.*?${piece})`).join('');
  return `(?is)\\A${beginning}${sought}${ending === undefined ? '' : `.*${ending}`}\\z`;
}

function splitAtRuns(pattern: LikePattern): LikePart[][] {
  const pieces: LikePart[][] = [[]];
  for (const part of pattern) {
    if (part.kind === 'run') pieces.push([]);
    else pieces.at(-1)?.push(part);
  }
  return pieces;
}

function printPart(part: LikePart): string {
  switch (part.kind) {
    case 'text':
      return escapeText(part.text);
    case 'run':
      return '.*';
    case 'one':
      return '.';
    case 'set':
      return `[${part.negated ? '^' : ''}${part.ranges.map(printRange).join('')}]`;
  }
}

function printRange({ from, to }: CharacterRange): string {
  return from === to ? escapeMember(from) : `${escapeMember(from)}-${escapeMember(to)}`;
}

function escapeText(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}

/** Every sign of ASCII, since engines give many a meaning within a set: `[:`, `[.` and `[=` of PCRE2, `&&` and `--` of ICU. */
function escapeMember(character: string): string {
  return character.replace(/[!-/:-@[-`{-~]/, '\\$&');
}
