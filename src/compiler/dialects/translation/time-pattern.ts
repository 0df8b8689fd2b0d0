import type { TimeFormatItem, TimePart } from '../../values';

/** The first three letters of the names of the months, in lower case. */
export const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TWO_DIGITS = '(\\d{1,2})';

/** The form of each part. MySQL reads as many digits as there are, up to these limits. */
const FORMS: Readonly<Record<TimePart, string>> = {
  year: '(\\d{1,4})',
  month: TWO_DIGITS,
  'month-name':
    '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)',
  'short-month-name': `(${MONTH_NAMES.join('|')})`,
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

/** Returns a pattern in which each item may be preceded by spaces or replaced by the end of the string. */
export function timePattern([item, ...others]: readonly TimeFormatItem[], isFirst = true): string {
  if (item === undefined) return '';
  const form = item.kind === 'part' ? FORMS[item.part] : item.text.replace(/[^\p{L}\p{N}]/u, '\\$&').replace("'", "''");
  return isFirst
    ? `(?i)^\\s*${form}${timePattern(others, false)}`
    : `(?:\\s*$|\\s*${form}${timePattern(others, false)})`;
}
