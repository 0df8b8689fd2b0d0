/**
 * The `strftime` specifiers for MySQL's DATE_FORMAT specifiers (MySQL manual, "Date and Time Functions"; DuckDB
 * documentation, "Date Format Functions").
 */
const SPECIFIERS: Readonly<Partial<Record<string, string>>> = {
  i: '%M',
  s: '%S',
  M: '%B',
  W: '%A',
  e: '%-d',
  c: '%-m',
  h: '%I',
  k: '%-H',
  l: '%-I',
  T: '%H:%M:%S',
  r: '%I:%M:%S %p',
  v: '%V',
  x: '%G',
};
const SHARED: ReadonlySet<string> = new Set([
  'Y',
  'y',
  'm',
  'd',
  'H',
  'I',
  'S',
  'f',
  'j',
  'p',
  'a',
  'b',
  'w',
  'U',
  '%',
]);

/** Returns the format for `strftime`, with `ordinal` after the day for `%D`. As in MySQL, an unknown specifier stands for its letter. */
export function translateDateFormat(format: string, ordinal: string): string {
  return format.replace(/%(.)/gsu, (_, letter: string) => {
    if (letter === 'D') return `%-d${ordinal}`;
    return SPECIFIERS[letter] ?? (SHARED.has(letter) ? `%${letter}` : letter);
  });
}
