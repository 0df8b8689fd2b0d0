/** The patterns of TO_CHAR that have a specifier of DATE_FORMAT, longest first. Names of months and days are not padded. */
const PATTERNS: readonly (readonly [pattern: string, specifier: string])[] = [
  ['FMMonth', '%M'],
  ['Month', '%M'],
  ['HH24', '%H'],
  ['HH12', '%I'],
  ['FMDay', '%W'],
  ['IYYY', '%x'],
  ['YYYY', '%Y'],
  ['DDD', '%j'],
  ['Mon', '%b'],
  ['Day', '%W'],
  ['YY', '%y'],
  ['MM', '%m'],
  ['DD', '%d'],
  ['Dy', '%a'],
  ['HH', '%I'],
  ['MI', '%i'],
  ['SS', '%s'],
  ['US', '%f'],
  ['IW', '%v'],
  ['AM', '%p'],
  ['PM', '%p'],
];
/** Patterns whose letter case decides the letter case of the result: only the one that the specifier returns is accepted. */
const CASED: ReadonlySet<string> = new Set(['FMMonth', 'Month', 'FMDay', 'Day', 'Mon', 'Dy']);
const QUOTED = /^"([^"]*)"/;
const LETTERS = /^[\p{L}\p{N}]+/u;

type DateFormat = { readonly text: string } | { readonly unknown: string; readonly known: readonly string[] };

/** Returns the format of DATE_FORMAT for a format of TO_CHAR, or the part of it that has no equivalent. */
export function dateFormatOf(format: string): DateFormat {
  let text = '';
  for (let rest = format; rest !== '';) {
    const next = readPart(rest);
    if (next === undefined)
      return { unknown: LETTERS.exec(rest)?.[0] ?? rest, known: PATTERNS.map(([pattern]) => pattern) };
    text += next.text;
    rest = rest.slice(next.length);
  }
  return { text };
}

/** Reads a pattern, letters in double quotes, or one other character. */
function readPart(rest: string): { readonly text: string; readonly length: number } | undefined {
  const [pattern, specifier] = PATTERNS.find(([known]) => startsWith(rest, known)) ?? [];
  if (pattern !== undefined && specifier !== undefined) return { text: specifier, length: pattern.length };
  const quoted = QUOTED.exec(rest);
  if (quoted === null && LETTERS.test(rest)) return undefined;
  const [written, text = written] = quoted ?? [rest.charAt(0)];
  return { text: text.replaceAll('%', '%%'), length: written.length };
}

function startsWith(text: string, pattern: string): boolean {
  const start = text.slice(0, pattern.length);
  return start === pattern || (!CASED.has(pattern) && start.toUpperCase() === pattern);
}
