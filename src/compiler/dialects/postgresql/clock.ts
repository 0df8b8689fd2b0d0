import { type Arguments, at, nodeAt, type Writer } from '../translation';
import { type Expression, type Fragment, sql } from '../../emit';
import { date, number } from './arguments';
import { emitDateFormat } from './date-format';
import { emitTimeText } from './time-text';
import { bind, bindOnce } from './bind';
import { asTime, asTimestamp } from './values';
import { weekOf, yearAndWeek } from './weeks';

/** The current time without fractions of a second, as in MySQL when no precision is specified. */
const NOW = "date_trunc('second', LOCALTIMESTAMP)";
/** The result of TO_DAYS('1970-01-01'). */
const DAYS_TO_1970 = '719528';
/** MySQL's greatest TIME, 838:59:59, in seconds. */
const LONGEST_TIME = '3020399';

const now = (type: 'TIMESTAMP' | 'DATE' | 'TIME'): Writer => {
  const written = { TIMESTAMP: NOW, DATE: 'CURRENT_DATE', TIME: `CAST(${NOW} AS TIME)` }[type];
  return () => [written];
};

/** PostgreSQL expressions for MySQL's clock and calendar functions, except those that extract parts of a date. */
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
  TIME_TO_SEC: (call) => sql`CAST(trunc(EXTRACT(EPOCH FROM ${timeOfDay(call)})) AS BIGINT)`,
  SEC_TO_TIME: secondsAsTime,
  TO_DAYS: (call) => sql`(CAST(${date(call, 0)} AS DATE) - DATE '1970-01-01' + ${DAYS_TO_1970})`,
  FROM_DAYS: (call) =>
    sql`CASE WHEN ${number(call, 0)} BETWEEN 366 AND 3652424 THEN DATE '1970-01-01' + (CAST(${number(call, 0)} AS INTEGER) - ${DAYS_TO_1970}) END`,
  MAKEDATE: makeDate,
  STR_TO_DATE: emitTimeText,
  UNIX_TIMESTAMP: (call) => {
    const moment = call.nodes.length === 0 ? [NOW] : sql`CAST(${date(call, 0)} AS TIMESTAMP)`;
    return sql`CASE WHEN ${moment} >= TIMESTAMP '1970-01-01' THEN CAST(floor(EXTRACT(EPOCH FROM ${moment})) AS BIGINT) END`;
  },
  FROM_UNIXTIME: (call) => {
    const format = call.nodes[1];
    return format?.kind === 'literal' ? emitDateFormat(momentOf(call), format.text) : momentOf(call);
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

/** Writes SEC_TO_TIME as a string, because PostgreSQL's TIME cannot exceed one day. */
function secondsAsTime(call: Arguments): Fragment {
  const seconds: Expression = { kind: 'cast', operand: nodeAt(call, 0), type: { name: 'signed' } };
  const limited = sql`CASE WHEN s > ${LONGEST_TIME} THEN ${LONGEST_TIME} WHEN s < -${LONGEST_TIME} THEN -${LONGEST_TIME} ELSE s END`;
  const written =
    "CASE WHEN s < 0 THEN '-' ELSE '' END || to_char(abs(s) / 3600, 'FM000') || to_char(abs(s) / 60 % 60, 'FM:00') || to_char(abs(s) % 60, 'FM:00')";
  const full = bind('s', bindOnce('s', call.emit.value(seconds), limited, call.nodes), [written]);
  return sql`regexp_replace(${full}, '^(-?)0(?=\\d\\d:)', '\\1')`;
}

/** Writes MAKEDATE. Two-digit years mean 1970 to 2069. */
function makeDate(call: Arguments): Fragment {
  const [year, day] = [sql`CAST(${number(call, 0)} AS INTEGER)`, sql`CAST(${number(call, 1)} AS INTEGER)`];
  const full = sql`CASE WHEN ${year} < 70 THEN ${year} + 2000 WHEN ${year} < 100 THEN ${year} + 1900 ELSE ${year} END`;
  const made = sql`(make_date(${full}, 1, 1) + (${day} - 1))`;
  const isValid = sql`${number(call, 0)} BETWEEN 0 AND 9999 AND ${number(call, 1)} BETWEEN 0.5 AND 3652424`;
  return sql`CASE WHEN ${isValid} THEN CASE WHEN ${made} <= DATE '9999-12-31' THEN ${made} END END`;
}

function momentOf(call: Arguments): Fragment {
  const seconds = number(call, 0);
  return sql`CASE WHEN ${seconds} BETWEEN 0 AND 253402300799 THEN TIMESTAMP '1970-01-01' + ${seconds} * INTERVAL '1 second' END`;
}

/** Writes a value as a timestamp. */
export function timestamp(call: Arguments, index: number): Fragment {
  return sql`CAST(${asTimestamp(at(call.values, index), nodeAt(call, index))} AS TIMESTAMP)`;
}
