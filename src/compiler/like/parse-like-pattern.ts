import type { CharacterRange, LikePart, LikePattern, LikeSet } from './like-pattern.ast';

interface Reading<Read> {
  readonly read: Read;
  /** The index after the last character read. */
  readonly end: number;
}

/**
 * Parses a pattern; every string is valid (docs/filters.md). A character is a code point. The escape makes the next
 * character literal, also within a set, and is literal at the end; '' means none. A `]` directly after `[` or `[^` is a
 * member of the set. A `[` without a closing `]` is literal.
 */
export function parseLikePattern(text: string, escape = '\\'): LikePattern {
  const characters = Array.from(text);
  const parts: LikePart[] = [];
  let index = 0;
  while (index < characters.length) {
    const { read, end } = readPart(characters, index, escape);
    append(parts, read);
    index = end;
  }
  return parts;
}

function append(parts: LikePart[], part: LikePart): void {
  const last = parts.at(-1);
  if (part.kind === 'run' && last?.kind === 'run') return;
  if (part.kind === 'text' && last?.kind === 'text') {
    parts[parts.length - 1] = { kind: 'text', text: last.text + part.text };
  } else {
    parts.push(part);
  }
}

function readPart(characters: readonly string[], start: number, escape: string): Reading<LikePart> {
  const { read: text, end } = readCharacter(characters, start, escape);
  const isEscaped = end - start === 2;
  if (!isEscaped) {
    if (text === '%') return { read: { kind: 'run' }, end };
    if (text === '_') return { read: { kind: 'one' }, end };
    if (text === '[') return readSet(characters, start, escape) ?? { read: { kind: 'text', text }, end };
  }
  return { read: { kind: 'text', text }, end };
}

function readSet(characters: readonly string[], start: number, escape: string): Reading<LikeSet> | undefined {
  const negated = characters[start + 1] === '^';
  const ranges: CharacterRange[] = [];
  let index = start + (negated ? 2 : 1);
  while (index < characters.length) {
    if (characters[index] === ']' && ranges.length > 0) {
      return { read: { kind: 'set', negated, ranges }, end: index + 1 };
    }
    const { read, end } = readRange(characters, index, escape);
    ranges.push(read);
    index = end;
  }
  return undefined;
}

/** Parses a range, whose ends may be in either order. */
function readRange(characters: readonly string[], start: number, escape: string): Reading<CharacterRange> {
  const first = readCharacter(characters, start, escape);
  const isRange = characters[first.end] === '-' && (characters[first.end + 1] ?? ']') !== ']';
  if (!isRange) return { read: { from: first.read, to: first.read }, end: first.end };
  const last = readCharacter(characters, first.end + 1, escape);
  const [from, to] = isBefore(last.read, first.read) ? [last.read, first.read] : [first.read, last.read];
  return { read: { from, to }, end: last.end };
}

function readCharacter(characters: readonly string[], index: number, escape: string): Reading<string> {
  const escaped = characters[index] === escape ? characters[index + 1] : undefined;
  return escaped === undefined ? { read: characters[index] ?? '', end: index + 1 } : { read: escaped, end: index + 2 };
}

function isBefore(a: string, b: string): boolean {
  return (a.codePointAt(0) ?? 0) < (b.codePointAt(0) ?? 0);
}
