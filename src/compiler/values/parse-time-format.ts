import type { Call } from '../../model';
import type { Resolved, ValueType } from './plan.ast';

/** The component that a specifier of STR_TO_DATE reads. */
export type TimePart =
  | 'year'
  | 'month'
  | 'month-name'
  | 'short-month-name'
  | 'day'
  | 'day-of-year'
  | 'weekday'
  | 'short-weekday'
  | 'hour'
  | 'hour-12'
  | 'minute'
  | 'second'
  | 'fraction'
  | 'half';

/** A specifier, or a literal character. */
export type TimeFormatItem =
  { readonly kind: 'part'; readonly part: TimePart } | { readonly kind: 'text'; readonly text: string };

/** The specifiers of MySQL (MySQL manual, "Date and Time Functions"). */
const PARTS: Readonly<Partial<Record<string, TimePart>>> = {
  Y: 'year',
  y: 'year',
  m: 'month',
  c: 'month',
  M: 'month-name',
  b: 'short-month-name',
  d: 'day',
  e: 'day',
  j: 'day-of-year',
  W: 'weekday',
  a: 'short-weekday',
  H: 'hour',
  k: 'hour',
  h: 'hour-12',
  I: 'hour-12',
  l: 'hour-12',
  i: 'minute',
  s: 'second',
  S: 'second',
  f: 'fraction',
  p: 'half',
};
const WRITTEN_OUT = { '%T': '%H:%i:%s', '%r': '%I:%i:%s %p' } as const;
const DATES: readonly (readonly TimePart[])[] = [
  ['year', 'month', 'day'],
  ['year', 'month-name', 'day'],
  ['year', 'short-month-name', 'day'],
  ['year', 'day-of-year'],
];
const OF_TIMES: ReadonlySet<TimePart> = new Set(['hour', 'hour-12', 'minute', 'second', 'fraction', 'half']);

/**
 * Returns the items of a format that contains a complete date, with or without a time of day, and each component once.
 * Returns undefined for any other format. Spaces are ignored.
 */
export function parseTimeFormat(format: string): readonly TimeFormatItem[] | undefined {
  const written = format.replaceAll('%T', WRITTEN_OUT['%T']).replaceAll('%r', WRITTEN_OUT['%r']);
  const items = [...written.matchAll(/%(.)|\S/gsu)].map(([text, letter]) => readItem(text, letter));
  const known = items.filter((item) => item !== undefined);
  const parts = partsOf(known);
  const isWhole = DATES.some((date) => date.every((part) => parts.includes(part)));
  const isClear = known.length === items.length && new Set(parts).size === parts.length;
  return isWhole && isClear ? known : undefined;
}

function readItem(text: string, letter: string | undefined): TimeFormatItem | undefined {
  if (letter === undefined) return text === '%' ? undefined : { kind: 'text', text };
  if (letter === '%') return { kind: 'text', text: '%' };
  const part = PARTS[letter];
  return part && { kind: 'part', part };
}

export function partsOf(items: readonly TimeFormatItem[]): readonly TimePart[] {
  return items.flatMap((item) => (item.kind === 'part' ? [item.part] : []));
}

/** Returns the result type of STR_TO_DATE: a timestamp if its format has a time of day, or else a date. */
export function typeOfTimeText({ arguments: [, format] }: Call<Resolved>): ValueType {
  const items = format?.kind === 'literal' ? parseTimeFormat(format.text) : undefined;
  return partsOf(items ?? []).some((part) => OF_TIMES.has(part)) ? 'timestamp' : 'date';
}
