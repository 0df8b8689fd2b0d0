/** Defines the pattern language (docs/filters.md) as simply as possible: slow, and the reference for all translations. */
export function matchesLikePattern(pattern: string, text: string): boolean {
  return matches(Array.from(pattern), Array.from(text));
}

function matches(pattern: readonly string[], text: readonly string[]): boolean {
  const [wanted, ...later] = pattern;
  const [found, ...rest] = text;
  if (wanted === undefined) return found === undefined;
  if (wanted === '%') return matches(later, text) || (found !== undefined && matches(pattern, rest));
  if (found === undefined) return false;
  const { accepts, length } = readOne(wanted, later);
  return accepts(found) && matches(later.slice(length), rest);
}

/** Returns the characters that one element of the pattern accepts, and how many characters after `wanted` belong to it. */
function readOne(wanted: string, later: readonly string[]): { accepts: (found: string) => boolean; length: number } {
  if (wanted === '_') return { accepts: () => true, length: 0 };
  const set = wanted === '[' ? closedSet(later) : undefined;
  if (set !== undefined)
    return { accepts: (found) => isMember(set.members, found) !== set.negated, length: set.length };
  const [escaped] = wanted === '\\' ? later : [];
  return { accepts: (found) => sameLetter(escaped ?? wanted, found), length: escaped === undefined ? 0 : 1 };
}

interface Member {
  readonly character: string;
  readonly escaped: boolean;
}

/** Returns the set after its `[`; its length includes the `]`. */
function closedSet(p: readonly string[]): { negated: boolean; members: Member[]; length: number } | undefined {
  const negated = p[0] === '^';
  const members: Member[] = [];
  for (let i = negated ? 1 : 0; i < p.length; i++) {
    if (p[i] === ']' && members.length > 0) return { negated, members, length: i + 1 };
    const escaped = p[i] === '\\' && i + 1 < p.length;
    if (escaped) i++;
    members.push({ character: p[i]!, escaped });
  }
  return undefined;
}

function isMember(members: readonly Member[], found: string): boolean {
  let i = 0;
  while (i < members.length) {
    const first = members[i]!.character;
    const isRange = i + 2 < members.length && members[i + 1]!.character === '-' && !members[i + 1]!.escaped;
    const last = isRange ? members[i + 2]!.character : first;
    if (spellings(found).some((one) => isBetween(one, first, last))) return true;
    i += isRange ? 3 : 1;
  }
  return false;
}

function isBetween(character: string, a: string, b: string): boolean {
  const [point, one, other] = [character, a, b].map((each) => each.codePointAt(0)!) as [number, number, number];
  return point >= Math.min(one, other) && point <= Math.max(one, other);
}

function spellings(character: string): string[] {
  return [character, character.toLowerCase(), character.toUpperCase()];
}

function sameLetter(a: string, b: string): boolean {
  return a === b || a.toLowerCase() === b.toLowerCase();
}
