import type { Extract, Interval } from '../../../model';
import { typeOf, type Resolved } from '../../values';
import { UNIT_PARTS } from '../translation';
import { translateDateFormat } from './date-format';
import { type EmitChild, type Expression, type Fragment, heldType, join, sql } from '../../emit';
import { asNumber, numberOfText, timestampOf } from './values';

const UNITS: Readonly<Partial<Record<string, string>>> = {
  MICROSECOND: 'microseconds',
  SECOND: 'seconds',
  MINUTE: 'minutes',
  HOUR: 'hours',
  DAY: 'days',
  WEEK: 'weeks',
  MONTH: 'months',
  QUARTER: 'quarters',
  YEAR: 'years',
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function emitInterval(node: Interval<Resolved>, emit: EmitChild): Fragment {
  const parts = UNIT_PARTS[node.unit];
  if (parts !== undefined && node.value.kind === 'literal') return compoundInterval(node.value.text, parts);
  return sql`to_${UNITS[node.unit] ?? 'days'}(CAST(${amountOf(node.value, emit)} AS ${node.unit === 'SECOND' ? 'DOUBLE' : 'BIGINT'}))`;
}

/** Writes the number of units. A string counts as its leading digits, which is what MySQL reads of it. */
function amountOf(value: Expression, emit: EmitChild): Fragment {
  const written = emit.value(value);
  if (value.kind === 'literal') return written;
  return heldType(value) === 'string' ? numberOfText(written, 'integer', 'DOUBLE') : asNumber(written, value);
}

/**
 * Writes a compound interval, for example `'1:30'` with HOUR_MINUTE. If there are fewer numbers than units, the
 * greatest units are omitted.
 */
function compoundInterval(text: string, units: readonly string[]): Fragment {
  const sign = text.trim().startsWith('-') ? '-' : '';
  const numbers = text.match(/\d+/g) ?? [];
  const used = units.slice(Math.max(0, units.length - numbers.length));
  return sql`(${join(
    used.map((unit, index) => [`to_${UNITS[unit] ?? 'days'}(${sign}${numbers[index] ?? '0'})`]),
    ' + ',
  )})`;
}

function isDay(date: Expression): boolean {
  return date.kind === 'literal' && date.type === 'string' && DAY.test(date.text);
}

/** Writes a date plus or minus an interval. As in MySQL, a date moved by whole days stays a date. */
export function emitAddInterval(
  date: Expression,
  operator: '+' | '-',
  interval: Interval<Resolved>,
  emit: EmitChild,
): Fragment {
  const day = isDay(date) ? ({ kind: 'cast', operand: date, type: { name: 'date' } } as const) : date;
  const sum = sql`${timestampOf(date, emit)} ${operator} ${emitInterval(interval, emit)}`;
  const moved =
    interval.value.kind === 'literal'
      ? sum
      : sql`list_transform([TRY(${sum})], lambda t: CASE WHEN year(t) BETWEEN 0 AND 9999 THEN t END)[1]`;
  return typeOf({ kind: 'binary', operator, left: day, right: interval }) === 'date'
    ? sql`CAST(${moved} AS DATE)`
    : moved;
}

const EXTRACTED: Readonly<Partial<Record<string, (date: Fragment) => Fragment>>> = {
  MICROSECOND: (date) => sql`(microsecond(${date}) % 1000000)`,
  WEEK: (date) => weekOf(date, '0'),
};

export function emitExtract(node: Extract<Resolved>, emit: EmitChild): Fragment {
  const date = timestampOf(node.operand, emit);
  const [first, ...others] = UNIT_PARTS[node.unit] ?? [node.unit];
  return others.reduce(
    (number, unit) => sql`(${number} * ${unit === 'MICROSECOND' ? '1000000' : '100'} + ${extractOne(unit, date)})`,
    extractOne(first ?? node.unit, date),
  );
}

function extractOne(unit: string, date: Fragment): Fragment {
  return EXTRACTED[unit]?.(date) ?? sql`EXTRACT(${unit} FROM ${date})`;
}

/** The placeholder for `%D` in the format, which is later replaced with the ordinal suffix of the day. */
const ORDINAL = '\u0001';

export function emitDateFormat(date: Fragment, format: Expression, emit: EmitChild): Fragment {
  if (format.kind !== 'literal') return sql`strftime(${date}, ${emit.value(format)})`;
  const text = translateDateFormat(format.text, ORDINAL);
  if (text === '') return ['CAST(NULL AS VARCHAR)'];
  const written = sql`strftime(${date}, ${emit.value({ ...format, text })})`;
  return text.includes(ORDINAL) ? sql`replace(${written}, chr(1), ${ordinalOf(date)})` : written;
}

function ordinalOf(date: Fragment): Fragment {
  return sql`CASE WHEN day(${date}) IN (1, 21, 31) THEN 'st' WHEN day(${date}) IN (2, 22) THEN 'nd' WHEN day(${date}) IN (3, 23) THEN 'rd' ELSE 'th' END`;
}

/** The number of months in each unit that is counted in months. */
const MONTHS: Readonly<Partial<Record<string, number>>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };

/**
 * Writes the number of whole units from one time to another. A month is complete only when the day and the time of day
 * are reached again; DuckDB's own count is less strict at the end of months.
 */
export function emitTimestampDiff(unit: string, from: Fragment, to: Fragment): Fragment {
  const months = MONTHS[unit];
  if (months === undefined) return sql`date_sub('${unit.toLowerCase()}', ${from}, ${to})`;
  const within = (date: Fragment): Fragment => sql`(${date} - date_trunc('month', ${date}))`;
  const missing = sql`CASE WHEN ${to} >= ${from} AND ${within(to)} < ${within(from)} THEN -1 WHEN ${to} < ${from} AND ${within(to)} > ${within(from)} THEN 1 ELSE 0 END`;
  const counted = sql`date_diff('month', ${from}, ${to}) + ${missing}`;
  return months === 1 ? sql`(${counted})` : sql`((${counted}) // ${String(months)})`;
}

/**
 * Writes the week of the year by MySQL's modes. Mode 0 starts weeks on Sunday. Modes 1 and 3 start weeks on Monday by
 * ISO 8601; mode 1 counts the days before the first week as week 0, and continues to count after the last week.
 */
export function weekOf(date: Fragment, mode: string): Fragment {
  if (mode === '3') return sql`weekofyear(${date})`;
  if (mode === '0') return sql`CAST(strftime(${date}, '%U') AS INTEGER)`;
  const within = sql`WHEN isoyear(${date}) = year(${date}) THEN weekofyear(${date})`;
  return sql`CASE ${within} WHEN isoyear(${date}) < year(${date}) THEN 0 ELSE weekofyear(${date} - to_days(7)) + 1 END`;
}

/** Writes YEARWEEK, where each week belongs to exactly one year: the year of its Sunday, or the ISO 8601 year. */
export function yearAndWeek(date: Fragment, mode: string): Fragment {
  if (mode !== '0') return sql`yearweek(${date})`;
  const sunday = sql`(${date} - to_days(CAST(dayofweek(${date}) AS INTEGER)))`;
  return sql`(year(${sunday}) * 100 + (dayofyear(${sunday}) - 1) // 7 + 1)`;
}
