import { type Fragment, join, sql } from '../../emit';
import { weekOf, yearAndWeek } from './weeks';

/** The patterns of `to_char` for MySQL's DATE_FORMAT specifiers (MySQL manual, "Date and Time Functions"). */
const PATTERNS: Readonly<Partial<Record<string, string>>> = {
  Y: 'YYYY',
  y: 'YY',
  m: 'MM',
  c: 'FMMM',
  M: 'FMMonth',
  b: 'Mon',
  W: 'FMDay',
  a: 'Dy',
  d: 'DD',
  e: 'FMDD',
  D: 'FMDDth',
  j: 'DDD',
  H: 'HH24',
  k: 'FMHH24',
  h: 'HH12',
  I: 'HH12',
  l: 'FMHH12',
  i: 'MI',
  s: 'SS',
  S: 'SS',
  f: 'US',
  p: 'AM',
  T: 'HH24:MI:SS',
  r: 'HH12:MI:SS AM',
  v: 'IW',
  x: 'IYYY',
};

/** Specifiers that `to_char` has no pattern for. */
const COMPUTED: Readonly<Partial<Record<string, (date: Fragment) => Fragment>>> = {
  U: (date) => twoDigits(weekOf(date, '0')),
  u: (date) => twoDigits(weekOf(date, '1')),
  V: (date) => sql`RIGHT(CAST(${yearAndWeek(date, '0')} AS TEXT), 2)`,
  X: (date) => sql`LEFT(CAST(${yearAndWeek(date, '0')} AS TEXT), -2)`,
  w: (date) => sql`CAST(CAST(EXTRACT(DOW FROM ${date}) AS INTEGER) AS TEXT)`,
};

const twoDigits = (value: Fragment): Fragment => sql`lpad(CAST(${value} AS TEXT), 2, '0')`;

/** Writes DATE_FORMAT of a date or timestamp. As in MySQL, an unknown specifier stands for its letter. */
export function emitDateFormat(date: Fragment, format: string): Fragment {
  const parts: Fragment[] = [];
  let pattern = '';
  const finish = (): void => {
    if (pattern !== '') parts.push(sql`to_char(${date}, '${pattern}')`);
    pattern = '';
  };
  for (const [item, letter] of format.matchAll(/%(.)|[^%]+|%/gsu)) {
    const computed = letter === undefined ? undefined : COMPUTED[letter];
    if (computed === undefined) pattern += (letter && PATTERNS[letter]) ?? quoted(letter ?? item);
    else {
      finish();
      parts.push(computed(date));
    }
  }
  finish();
  if (parts.length === 0) return ['CAST(NULL AS TEXT)'];
  return parts.length === 1 ? join(parts, '') : sql`(${join(parts, ' || ')})`;
}

/** Quotes characters that are not a pattern. `to_char` would read letters as patterns. */
function quoted(text: string): string {
  if (!/["\\\p{L}\p{N}]/u.test(text)) return text.replaceAll("'", "''");
  return `"${text.replace(/["\\]/g, '\\$&').replaceAll("'", "''")}"`;
}
