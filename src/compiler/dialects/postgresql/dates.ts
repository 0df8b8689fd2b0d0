import type { Extract, Interval } from '../../../model';
import { INTEGER_TYPES, typeOf, type Resolved } from '../../values';
import { type EmitChild, type Expression, type Fragment, heldType, join, sql } from '../../emit';
import { UNIT_PARTS } from '../translation';
import { DAY } from './valid-times';
import { bindOnce } from './bind';
import { asNumber, numberOfText, timestampOf } from './values';
import { weekOf } from './weeks';

/** The number of each unit in more than 10,000 years. A date moved by more has no year of four digits. */
const MOST: Readonly<Partial<Record<string, string>>> = {
  MICROSECOND: '320000000000000000',
  SECOND: '320000000000',
  MINUTE: '5300000000',
  HOUR: '88000000',
  DAY: '3700000',
  WEEK: '530000',
  MONTH: '120000',
  QUARTER: '40000',
  YEAR: '10000',
};

/** The interval of one unit. */
const UNITS: Readonly<Partial<Record<string, string>>> = {
  MICROSECOND: '1 microsecond',
  SECOND: '1 second',
  MINUTE: '1 minute',
  HOUR: '1 hour',
  DAY: '1 day',
  WEEK: '1 week',
  MONTH: '1 month',
  QUARTER: '3 months',
  YEAR: '1 year',
};
const oneOf = (unit: string): string => `INTERVAL '${UNITS[unit] ?? '1 day'}'`;

export function emitInterval(node: Interval<Resolved>, emit: EmitChild): Fragment {
  const parts = UNIT_PARTS[node.unit];
  if (parts !== undefined && node.value.kind === 'literal') return compoundInterval(node.value.text, parts);
  const amount = amountOf(node.value, emit);
  const most = MOST[node.unit] ?? '0';
  const limited =
    node.value.kind === 'literal' ? amount : sql`CASE WHEN ${amount} BETWEEN -${most} AND ${most} THEN ${amount} END`;
  const isWhole = node.unit === 'SECOND' || INTEGER_TYPES.has(heldType(node.value));
  return sql`${isWhole ? (node.value.kind === 'literal' ? limited : sql`(${limited})`) : sql`round(${limited})`} * ${oneOf(node.unit)}`;
}

/** Writes the number of units. A string counts as its leading digits, which is what MySQL reads of it. */
function amountOf(value: Expression, emit: EmitChild): Fragment {
  const written = emit.value(value);
  const isText = heldType(value) === 'string';
  if (value.kind === 'literal' && value.type === 'string') return numberOfText(written, 'number', 'DOUBLE PRECISION');
  return isText ? numberOfText(written, 'integer', 'DOUBLE PRECISION') : asNumber(written, value);
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
    used.map((unit, index) => [`${sign}${numbers[index] ?? '0'} * ${oneOf(unit)}`]),
    ' + ',
  )})`;
}

/** Writes a date plus or minus an interval. As in MySQL, a date moved by whole days stays a date. */
export function emitAddInterval(
  date: Expression,
  operator: '+' | '-',
  interval: Interval<Resolved>,
  emit: EmitChild,
): Fragment {
  const isDay = date.kind === 'literal' && date.type === 'string' && DAY.test(date.text);
  const day = isDay ? ({ kind: 'cast', operand: date, type: { name: 'date' } } as const) : date;
  const sum = sql`${timestampOf(date, emit)} ${operator} ${emitInterval(interval, emit)}`;
  const moved =
    interval.value.kind === 'literal'
      ? sum
      : bindOnce('t', sum, ['CASE WHEN EXTRACT(YEAR FROM t) BETWEEN 0 AND 9999 THEN t END'], [date, interval.value]);
  const isDate = typeOf({ kind: 'binary', operator, left: day, right: interval }) === 'date';
  return isDate ? sql`CAST(${moved} AS DATE)` : moved;
}

/** Writes a part of a date, a time or a timestamp as a whole number. */
export function partOf(unit: string, date: Fragment): Fragment {
  switch (unit) {
    case 'SECOND':
      return sql`CAST(trunc(EXTRACT(SECOND FROM ${date})) AS INTEGER)`;
    case 'MICROSECOND':
      return sql`(CAST(EXTRACT(MICROSECONDS FROM ${date}) AS INTEGER) % 1000000)`;
    case 'WEEK':
      return weekOf(date, '0');
    default:
      return sql`CAST(EXTRACT(${unit} FROM ${date}) AS INTEGER)`;
  }
}

/** Writes EXTRACT. The parts of a compound unit are the digits of one number. */
export function emitExtract(node: Extract<Resolved>, emit: EmitChild): Fragment {
  const isTime = typeOf(node.operand) === 'time';
  const date = isTime ? emit.value(node.operand) : timestampOf(node.operand, emit);
  const written = isTime ? date : sql`CAST(${date} AS TIMESTAMP)`;
  const [first, ...others] = UNIT_PARTS[node.unit] ?? [node.unit];
  return others.reduce<Fragment>(
    (number, unit) =>
      sql`(CAST(${number} AS BIGINT) * ${unit === 'MICROSECOND' ? '1000000' : '100'} + ${partOf(unit, written)})`,
    partOf(first ?? node.unit, written),
  );
}

/** The number of months in each unit that is counted in months. */
const MONTHS: Readonly<Partial<Record<string, number>>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };
/** The number of microseconds in each other unit. */
const MICROSECONDS: Readonly<Partial<Record<string, string>>> = {
  SECOND: '1000000',
  MINUTE: '60000000',
  HOUR: '3600000000',
  DAY: '86400000000',
  WEEK: '604800000000',
};

/** Writes the number of whole units from one timestamp to another. */
export function emitTimestampDiff(unit: string, from: Fragment, to: Fragment): Fragment {
  const months = MONTHS[unit];
  if (months === undefined) {
    const microseconds = sql`CAST(EXTRACT(EPOCH FROM ${to} - ${from}) * 1000000 AS BIGINT)`;
    const divisor = MICROSECONDS[unit];
    return divisor === undefined ? microseconds : sql`(${microseconds} / ${divisor})`;
  }
  const numbered = (date: Fragment): Fragment => sql`${partOf('YEAR', date)} * 12 + ${partOf('MONTH', date)}`;
  const within = (date: Fragment): Fragment => sql`(${date} - date_trunc('month', ${date}))`;
  const missing = sql`CASE WHEN ${to} >= ${from} AND ${within(to)} < ${within(from)} THEN -1 WHEN ${to} < ${from} AND ${within(to)} > ${within(from)} THEN 1 ELSE 0 END`;
  const counted = sql`${numbered(to)} - (${numbered(from)}) + ${missing}`;
  return months === 1 ? sql`(${counted})` : sql`((${counted}) / ${String(months)})`;
}
