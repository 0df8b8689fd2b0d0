import { parseTimeFormat, partsOf, typeOf, type TimePart } from '../../values';
import { MONTH_NAMES, timePattern, nodeAt, type Arguments } from '../translation';
import { text } from './arguments';
import { type Fragment, join, sql } from '../../emit';

/**
 * Writes STR_TO_DATE. Characters after the format are ignored, and the string may end before the format does. Returns
 * NULL for an invalid date.
 */
export function emitTimeText(call: Arguments): Fragment {
  const format = nodeAt(call, 1);
  const items = format.kind === 'literal' ? (parseTimeFormat(format.text) ?? []) : [];
  const parts = partsOf(items);
  const names = parts.map((part) => `'${part}'`).join(', ');
  const found = sql`regexp_extract(${text(call, 0)}, '${timePattern(items)}', [${names}])`;
  const moment = sql`list_transform([${found}], lambda p: ${momentOf(new Set(parts))})[1]`;
  return typeOf(call.node) === 'date' ? sql`CAST(${moment} AS DATE)` : moment;
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
  return `list_position([${MONTH_NAMES.map((month) => `'${month}'`).join(', ')}], lower(left(p['${name}'], 3)))`;
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
