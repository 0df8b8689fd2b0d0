import { at, nodeAt, type Arguments, type Writer } from '../translation';
import { date, number } from './arguments';
import { emitDateFormat, weekOf, yearAndWeek } from './dates';
import { emitTimeText } from './time-text';
import { asNumber, asTime } from './values';
import { type Expression, type Fragment, sql } from '../../emit';

/** The current time without fractions of a second, as in MySQL when no precision is specified. */
const NOW = "date_trunc('second', CAST(now() AS TIMESTAMP))";
/** The result of TO_DAYS('1970-01-01'). */
const DAYS_TO_1970 = '719528';
/** MySQL's greatest TIME, 838:59:59, in seconds. */
const LONGEST_TIME = '3020399';

const now = (type: 'TIMESTAMP' | 'DATE' | 'TIME'): Writer => {
  const written = type === 'TIMESTAMP' ? NOW : `CAST(${NOW} AS ${type})`;
  return () => [written];
};

/** DuckDB expressions for MySQL's clock and calendar functions, except those that extract parts of a date. */
export const CLOCK_FUNCTIONS: Readonly<Record<string, Writer>> = {
  NOW: now('TIMESTAMP'),
  CURRENT_TIMESTAMP: now('TIMESTAMP'),
  LOCALTIME: now('TIMESTAMP'),
  LOCALTIMESTAMP: now('TIMESTAMP'),
  UTC_TIMESTAMP: now('TIMESTAMP'),
  CURDATE: now('DATE'),
  CURRENT_DATE: now('DATE'),
  UTC_DATE: now('DATE'),
  CURTIME: now('TIME'),
  CURRENT_TIME: now('TIME'),
  UTC_TIME: now('TIME'),
  WEEK: (call) => weekOf(date(call, 0), modeOf(call)),
  WEEKOFYEAR: (call) => weekOf(date(call, 0), '3'),
  YEARWEEK: (call) => yearAndWeek(date(call, 0), modeOf(call)),
  TIME: timeOfDay,
  TIME_TO_SEC: (call) => sql`(epoch_us(${timeOfDay(call)}) // 1000000)`,
  SEC_TO_TIME: secondsAsTime,
  TO_DAYS: (call) => sql`(date_diff('day', DATE '1970-01-01', CAST(${date(call, 0)} AS DATE)) + ${DAYS_TO_1970})`,
  FROM_DAYS: (call) =>
    sql`TRY(CASE WHEN ${number(call, 0)} >= 366 THEN DATE '1970-01-01' + (${wholeNumber(call, 0, 'INTEGER')} - ${DAYS_TO_1970}) END)`,
  MAKEDATE: makeDate,
  STR_TO_DATE: emitTimeText,
  UNIX_TIMESTAMP: (call) => {
    const moment = call.nodes.length === 0 ? [NOW] : sql`CAST(${date(call, 0)} AS TIMESTAMP)`;
    return sql`CASE WHEN ${moment} >= TIMESTAMP '1970-01-01' THEN epoch_us(${moment}) // 1000000 END`;
  },
  FROM_UNIXTIME: (call) => {
    const format = call.nodes[1];
    return format === undefined ? momentOf(call) : emitDateFormat(momentOf(call), format, call.emit);
  },
};

function modeOf(call: Arguments): string {
  const mode = nodeAt(call, 1);
  return mode.kind === 'literal' && mode.text !== '' ? mode.text : '0';
}

/** Writes the time of day of the first argument. */
export function timeOfDay(call: Arguments): Fragment {
  return asTime(at(call.values, 0), nodeAt(call, 0));
}

const wholeNumber = (call: Arguments, index: number, type: string): Fragment =>
  sql`CAST(${number(call, index)} AS ${type})`;

/** Writes SEC_TO_TIME as a string, because DuckDB's TIME cannot exceed one day. */
function secondsAsTime(call: Arguments): Fragment {
  const seconds: Expression = { kind: 'cast', operand: nodeAt(call, 0), type: { name: 'signed' } };
  const written = `CASE WHEN s < 0 THEN '-' ELSE '' END || format('{:02d}:{:02d}:{:02d}', abs(s) // 3600, abs(s) // 60 % 60, abs(s) % 60)`;
  const limited = sql`greatest(-${LONGEST_TIME}, least(${LONGEST_TIME}, s))`;
  const value = call.emit.value(seconds);
  return sql`list_transform(list_transform([${value}], lambda s: CASE WHEN s IS NOT NULL THEN ${limited} END), lambda s: ${written})[1]`;
}

/** Writes MAKEDATE. Two-digit years mean 1970 to 2069. */
function makeDate(call: Arguments): Fragment {
  const [year, day] = [wholeNumber(call, 0, 'BIGINT'), wholeNumber(call, 1, 'INTEGER')];
  const full = sql`CASE WHEN ${year} < 70 THEN ${year} + 2000 WHEN ${year} < 100 THEN ${year} + 1900 ELSE ${year} END`;
  const made = sql`(make_date(${full}, 1, 1) + (${day} - 1))`;
  return sql`TRY(CASE WHEN ${year} >= 0 AND ${day} > 0 AND ${made} <= DATE '9999-12-31' THEN ${made} END)`;
}

function momentOf(call: Arguments): Fragment {
  const seconds = asNumber(at(call.values, 0), nodeAt(call, 0));
  return sql`CASE WHEN ${seconds} >= 0 THEN TRY(make_timestamp(CAST(round(CAST(${seconds} AS DOUBLE) * 1000000) AS BIGINT))) END`;
}
