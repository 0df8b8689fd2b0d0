import { parseTimeFormat, partsOf, typeOf, type TimePart } from '../../values';
import { type Fragment, sql } from '../../emit';
import { type Arguments, MONTH_NAMES, nodeAt, timePattern } from '../translation';
import { text } from './arguments';
import { bindOnce } from './bind';

/**
 * Writes STR_TO_DATE. Characters after the format are ignored, and the string may end before the format does. Returns
 * NULL for an invalid date.
 */
export function emitTimeText(call: Arguments): Fragment {
  const format = nodeAt(call, 1);
  const items = format.kind === 'literal' ? (parseTimeFormat(format.text) ?? []) : [];
  const parts = partsOf(items);
  const found = sql`regexp_match(${text(call, 0)}, '${timePattern(items)}')`;
  const moment = bindOnce('p', found, momentOf(parts), call.nodes);
  return typeOf(call.node) === 'date' ? sql`CAST(${moment} AS DATE)` : moment;
}

/** Writes the timestamp made of the parts, which are the elements of the array `p`. */
function momentOf(parts: readonly TimePart[]): Fragment {
  const element = (part: TimePart): string => `p[${parts.indexOf(part) + 1}]`;
  const number = (part: TimePart, otherwise: string): string =>
    parts.includes(part) ? `COALESCE(CAST(NULLIF(${element(part)}, '') AS INTEGER), ${otherwise})` : otherwise;
  const year = `CASE WHEN length(${element('year')}) > 2 THEN ${number('year', '0')} ELSE ${number('year', '0')} + CASE WHEN ${number('year', '0')} < 70 THEN 2000 ELSE 1900 END END`;
  const isDayOfYear = parts.includes('day-of-year');
  const [month, day] = isDayOfYear
    ? ['1', number('day-of-year', '0')]
    : [monthOf(parts, element, number), number('day', '0')];
  const time = `make_time(hour, minute, second)`;
  const moment = `make_date(year, month, 1) + (day - 1) + ${time}`;
  const isValid = `year > 0 AND month BETWEEN 1 AND 12 AND day BETWEEN 1 AND ${isDayOfYear ? '366' : '31'} AND hour < 24 AND minute < 60 AND second < 60`;
  const named = `${year} AS year, ${month} AS month, ${day} AS day, ${hourOf(parts, element, number)} AS hour, ${number('minute', '0')} AS minute, ${secondOf(parts, element, number)} AS second`;
  const isSameMonth = isDayOfYear ? 'true' : 'EXTRACT(MONTH FROM make_date(year, month, 1) + (day - 1)) = month';
  return sql`(SELECT CASE WHEN ${isValid} THEN CASE WHEN ${isSameMonth} THEN ${moment} END END FROM (SELECT ${named} WHERE ${element('year')} <> '') AS parts)`;
}

type ElementOf = (part: TimePart) => string;
type NumberOf = (part: TimePart, otherwise: string) => string;

function monthOf(parts: readonly TimePart[], element: ElementOf, number: NumberOf): string {
  const name = (['month-name', 'short-month-name'] as const).find((part) => parts.includes(part));
  if (name === undefined) return number('month', '0');
  return `array_position(ARRAY[${MONTH_NAMES.map((month) => `'${month}'`).join(', ')}], lower(left(${element(name)}, 3)))`;
}

function hourOf(parts: readonly TimePart[], element: ElementOf, number: NumberOf): string {
  if (!parts.includes('hour-12')) return number('hour', '0');
  const hour = number('hour-12', '12');
  const half = parts.includes('half') ? ` + CASE WHEN upper(${element('half')}) = 'PM' THEN 12 ELSE 0 END` : '';
  return `CASE WHEN ${hour} BETWEEN 1 AND 12 THEN ${hour} % 12${half} END`;
}

function secondOf(parts: readonly TimePart[], element: ElementOf, number: NumberOf): string {
  const second = number('second', '0');
  if (!parts.includes('fraction')) return `CAST(${second} AS DOUBLE PRECISION)`;
  return `${second} + COALESCE(CAST(rpad(NULLIF(${element('fraction')}, ''), 6, '0') AS INTEGER), 0) / 1e6::double precision`;
}
