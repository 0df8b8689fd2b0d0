import type { LikePattern } from './like-pattern.ast';

/**
 * Returns the pattern for LIKE of standard SQL, with its wildcards and `escape` itself escaped. Returns undefined if
 * the pattern contains a set, which standard LIKE does not support. A literal prefix stays literal, so that indexes can
 * be used.
 */
export function printPlainLike(pattern: LikePattern, escape: string): string | undefined {
  let printed = '';
  for (const part of pattern) {
    switch (part.kind) {
      case 'text':
        printed += escapeText(part.text, escape);
        break;
      case 'run':
        printed += '%';
        break;
      case 'one':
        printed += '_';
        break;
      case 'set':
        return undefined;
    }
  }
  return printed;
}

function escapeText(text: string, escape: string): string {
  return Array.from(text, (character) =>
    ['%', '_', escape].includes(character) ? escape + character : character,
  ).join('');
}
