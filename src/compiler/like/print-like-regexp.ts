import type { CharacterRange, LikePart, LikePattern } from './like-pattern.ast';

/**
 * Returns the pattern as an RE2 regular expression for `regexp_full_match(x, pattern, 'is')`: case is ignored and `.`
 * matches line breaks. RE2 runs in time linear in the length of the string, whatever the pattern.
 */
export function printRe2Pattern(pattern: LikePattern): string {
  return pattern.map(printPart).join('');
}

/**
 * Returns the pattern for REGEXP of the MySQL family (PCRE2 in MariaDB, ICU in MySQL), with anchors and flags. The part
 * after a `%` is an atomic group: the first match is sufficient, so no pattern can make the engine try all of them. The
 * last part is not atomic, because it must match at the end of the string.
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

/**
 * Escapes every ASCII punctuation character, because engines give many of them a meaning within a set: `[:`, `[.` and
 * `[=` in PCRE2, `&&` and `--` in ICU.
 */
function escapeMember(character: string): string {
  return character.replace(/[!-/:-@[-`{-~]/, '\\$&');
}
