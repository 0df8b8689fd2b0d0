import type { LikePattern } from './like-pattern.ast';

/**
 * The pattern in the LIKE of standard SQL, with its wildcards and the escape itself escaped by `escape`; undefined
 * where the pattern holds a set, which that LIKE does not know. A beginning without wildcards stays one, for indexes.
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
