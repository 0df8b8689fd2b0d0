import { parseTimeFormat, partsOf, typeOf, type TimeFormatItem, type TimePart } from '../../values';
import { nodeAt, text, type Arguments } from './arguments';
import { type Fragment, join, sql } from '../../emit';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TWO_DIGITS = '(\\d{1,2})';

/** The form of each part. MySQL reads as many digits as there are, up to these limits. */
const FORMS: Readonly<Record<TimePart, string>> = {
  year: '(\\d{1,4})',
  month: TWO_DIGITS,
  'month-name':
    '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)',
  'short-month-name': `(${MONTHS.join('|')})`,
  day: TWO_DIGITS,
  'day-of-year': '(\\d{1,3})',
  weekday: '(sun(?:day)?|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?)',
  'short-weekday': '(sun|mon|tue|wed|thu|fri|sat)',
  hour: TWO_DIGITS,
  'hour-12': TWO_DIGITS,
  minute: TWO_DIGITS,
  second: TWO_DIGITS,
  fraction: '(\\d{1,6})',
  half: '([ap]m)',
};

/**
 * Writes STR_TO_DATE. Characters after the format are ignored, and the string may end before the format does. Returns
 * NULL for an invalid date.
 */
export function emitTimeText(call: Arguments): Fragment {
  const format = nodeAt(call, 1);
  const items = format.kind === 'literal' ? (parseTimeFormat(format.text) ?? []) : [];
  const parts = partsOf(items);
  const names = parts.map((part) => `'${part}'`).join(', ');
  const found = sql`regexp_extract(${text(call, 0)}, '${patternOf(items)}', [${names}])`;
  const moment = sql`list_transform([${found}], lambda p: ${momentOf(new Set(parts))})[1]`;
  return typeOf(call.node) === 'date' ? sql`CAST(${moment} AS DATE)` : moment;
}

/** Returns a pattern in which each item may be preceded by spaces or replaced by the end of the string. */
function patternOf([item, ...others]: readonly TimeFormatItem[], isFirst = true): string {
  if (item === undefined) return '';
  const form = item.kind === 'part' ? FORMS[item.part] : item.text.replace(/[^\p{L}\p{N}]/u, '\\$&').replace("'", "''");
  return isFirst ? `(?i)^\\s*${form}${patternOf(others, false)}` : `(?:\\s*$|\\s*${form}${patternOf(others, false)})`;
}

/** Writes the timestamp made of the parts that the struct `p` holds as strings. */
function momentOf(parts: ReadonlySet<TimePart>): Fragment {
  const number = (part: TimePart, otherwise: string): string =>
    parts.has(part) ? `COALESCE(TRY_CAST(p['${part}'] AS BIGINT), ${otherwise})` : otherwise;
  const year = `CASE WHEN length(p['year']) > 2 THEN ${number('year', '0')} ELSE ${number('year', '0')} + CASE WHEN ${number('year', '0')} < 70 THEN 2000 ELSE 1900 END END`;
  const time = [hourOf(parts, number), number('minute', '0'), secondOf(parts, number)];
  const isDayOfYear = parts.has('day-of-year');
  const date = isDayOfYear ? ['1', '1'] : [monthOf(parts, number), number('day', '0')];
  const made = sql`make_timestamp(${join(
    [year, ...date, ...time].map((part) => [part]),
    ', ',
  )})`;
  const moved = isDayOfYear ? sql`${made} + to_days(CAST(${number('day-of-year', '0')} AS INTEGER) - 1)` : made;
  const isThere = sql`p['year'] <> ''${isDayOfYear ? sql` AND ${number('day-of-year', '0')} > 0` : []}`;
  return sql`CASE WHEN ${isThere} THEN TRY(${moved}) END`;
}

type NumberOf = (part: TimePart, otherwise: string) => string;

function monthOf(parts: ReadonlySet<TimePart>, number: NumberOf): string {
  const name = (['month-name', 'short-month-name'] as const).find((part) => parts.has(part));
  if (name === undefined) return number('month', '0');
  return `list_position([${MONTHS.map((month) => `'${month}'`).join(', ')}], lower(left(p['${name}'], 3)))`;
}

function hourOf(parts: ReadonlySet<TimePart>, number: NumberOf): string {
  if (!parts.has('hour-12')) return number('hour', '0');
  const hour = number('hour-12', '12');
  const half = parts.has('half') ? ` + CASE WHEN upper(p['half']) = 'PM' THEN 12 ELSE 0 END` : '';
  return `CASE WHEN ${hour} BETWEEN 1 AND 12 THEN ${hour} % 12${half} END`;
}

function secondOf(parts: ReadonlySet<TimePart>, number: NumberOf): string {
  const second = number('second', '0');
  if (!parts.has('fraction')) return `CAST(${second} AS DOUBLE)`;
  return `${second} + COALESCE(TRY_CAST(rpad(p['fraction'], 6, '0') AS BIGINT), 0) / 1000000`;
}
