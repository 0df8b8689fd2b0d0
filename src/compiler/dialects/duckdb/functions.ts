import { INTEGER_TYPES, typeOf } from '../../values';
import { type Call, type EmitChild, type Fragment, heldType, join, sql } from '../../emit';
import { aggregate, count, groupConcat } from './aggregates';
import { addDate, at, callOf, nodeAt, unitOf, type Writer } from '../translation';
import { date, number, place, shared, text, whole } from './arguments';
import { BASE_FUNCTIONS } from './bases';
import { CLOCK_FUNCTIONS, timeOfDay } from './clock';
import { emitDateFormat, emitTimestampDiff } from './dates';
import { JSON_FUNCTIONS } from './json';
import {
  ascii,
  compareTexts,
  concat,
  cutAt,
  elementAt,
  field,
  findInSet,
  firstMatch,
  formatNumber,
  locate,
  padded,
  placeOfMatch,
  replaceMatches,
  substring,
  substringIndex,
  textCall,
} from './texts';
import { round, truncate } from './rounding';
import { isNumeric } from './values';

const part =
  (name: string): Writer =>
  (call) =>
    sql`${name}(${date(call, 0)})`;
/** Extracts a part of the time of day. A string may hold a time or a timestamp. */
const timePart =
  (name: string): Writer =>
  (call) => {
    const type = typeOf(nodeAt(call, 0));
    if (isNumeric(type)) return sql`${name}(${timeOfDay(call)})`;
    if (type !== 'string') return sql`${name}(${type === 'time' ? at(call.values, 0) : date(call, 0)})`;
    return sql`COALESCE(${name}(TRY_CAST(${at(call.values, 0)} AS TIMESTAMP)), ${name}(TRY_CAST(${at(call.values, 0)} AS TIME)))`;
  };
/** Returns NULL where the function is undefined and DuckDB would report an error. */
const orNull =
  (name: string): Writer =>
  (call) =>
    sql`TRY(${name}(${number(call, 0)}))`;
const numeric =
  (name: string): Writer =>
  (call) =>
    sql`${name}(${join(
      call.nodes.map((_, index) => number(call, index)),
      ', ',
    )})`;
/** Returns NULL if any argument is NULL, as MySQL does. */
const nullStrict =
  (name: string): Writer =>
  (call) =>
    sql`CASE WHEN ${join(
      call.values.map((value) => sql`${value} IS NULL`),
      ' OR ',
    )} THEN NULL ELSE ${name}(${join(shared(call), ', ')}) END`;
/** Writes an aggregate over the bits of whole numbers. The result has no sign; without values, it is `none`. */
const bits =
  (name: string, none: string): Writer =>
  (call) =>
    sql`list_transform([${name}(CAST(${number(call, 0)} AS BIGINT))], lambda b: CASE WHEN b < 0 THEN b + ${UNSIGNED} ELSE COALESCE(b, ${none}) END)[1]`;
const UNSIGNED = 'CAST(18446744073709551616 AS HUGEINT)';
/** Writes CEIL or FLOOR. DuckDB would convert whole numbers to inexact ones. */
const wholly =
  (name: string): Writer =>
  (call) =>
    INTEGER_TYPES.has(heldType(nodeAt(call, 0))) ? number(call, 0) : numeric(name)(call);

const WRITERS: Readonly<Partial<Record<string, Writer>>> = {
  ...BASE_FUNCTIONS,
  ...CLOCK_FUNCTIONS,
  ...JSON_FUNCTIONS,
  IF: (call) => {
    const [yes = [], no = []] = shared(call, 1);
    return sql`CASE WHEN ${call.emit.condition(nodeAt(call, 0))} THEN ${yes} ELSE ${no} END`;
  },
  IFNULL: (call) => sql`COALESCE(${join(shared(call), ', ')})`,
  COALESCE: (call) => sql`COALESCE(${join(shared(call), ', ')})`,
  COUNT: count,
  ISNULL: ({ values }) => sql`(${at(values, 0)} IS NULL)`,
  CONCAT: concat,
  CONCAT_WS: textCall('CONCAT_WS'),
  UCASE: textCall('UPPER'),
  LCASE: textCall('LOWER'),
  LENGTH: (call) => sql`octet_length(encode(${text(call, 0)}))`,
  OCTET_LENGTH: (call) => sql`octet_length(encode(${text(call, 0)}))`,
  BIT_LENGTH: (call) => sql`(octet_length(encode(${text(call, 0)})) * 8)`,
  CHAR_LENGTH: textCall('length'),
  CHARACTER_LENGTH: textCall('length'),
  LEFT: cutAt('LEFT'),
  RIGHT: cutAt('RIGHT'),
  LTRIM: textCall('LTRIM'),
  RTRIM: textCall('RTRIM'),
  REVERSE: textCall('REVERSE'),
  UPPER: textCall('UPPER'),
  LOWER: textCall('LOWER'),
  LPAD: padded('LPAD'),
  RPAD: padded('RPAD'),
  SUBSTRING: substring,
  SUBSTR: substring,
  MID: substring,
  SUBSTRING_INDEX: substringIndex,
  LOCATE: (call) => locate(text(call, 1), text(call, 0), call.nodes[2] && place(call, 2)),
  INSTR: (call) => locate(text(call, 0), text(call, 1), undefined),
  REPLACE: textCall('REPLACE'),
  MD5: textCall('md5'),
  SHA: textCall('sha1'),
  SHA1: textCall('sha1'),
  SHA2: (call) => sql`sha256(${text(call, 0)})`,
  REPEAT: (call) => sql`repeat(${text(call, 0)}, ${place(call, 1)})`,
  SPACE: (call) => sql`repeat(' ', ${whole(call, 0)})`,
  ASCII: ascii,
  STRCMP: compareTexts,
  FIELD: field,
  ELT: elementAt,
  FIND_IN_SET: findInSet,
  FORMAT: formatNumber,
  REGEXP_REPLACE: replaceMatches,
  REGEXP_SUBSTR: firstMatch,
  REGEXP_INSTR: placeOfMatch,
  GROUP_CONCAT: groupConcat,
  GREATEST: nullStrict('GREATEST'),
  LEAST: nullStrict('LEAST'),
  SUM: aggregate('SUM'),
  AVG: aggregate('AVG'),
  MEDIAN: (call) => sql`median(CAST(${number(call, 0)} AS DOUBLE))`,
  STD: numeric('stddev_pop'),
  STDDEV: numeric('stddev_pop'),
  STDDEV_POP: numeric('stddev_pop'),
  STDDEV_SAMP: numeric('stddev_samp'),
  VARIANCE: numeric('var_pop'),
  VAR_POP: numeric('var_pop'),
  VAR_SAMP: numeric('var_samp'),
  BIT_AND: bits('bit_and', '18446744073709551615'),
  BIT_OR: bits('bit_or', '0'),
  BIT_XOR: bits('bit_xor', '0'),
  MOD: (call) => call.emit.value({ kind: 'binary', operator: '%', left: nodeAt(call, 0), right: nodeAt(call, 1) }),
  ROUND: round,
  ABS: numeric('abs'),
  CEIL: wholly('ceil'),
  CEILING: wholly('ceil'),
  FLOOR: wholly('floor'),
  SIGN: numeric('sign'),
  POWER: numeric('power'),
  POW: numeric('power'),
  EXP: numeric('exp'),
  TRUNCATE: truncate,
  SQRT: orNull('sqrt'),
  LN: orNull('ln'),
  LOG2: orNull('log2'),
  LOG10: orNull('log10'),
  SIN: numeric('sin'),
  COS: numeric('cos'),
  TAN: numeric('tan'),
  ATAN: numeric('atan'),
  ATAN2: numeric('atan2'),
  RADIANS: numeric('radians'),
  DEGREES: numeric('degrees'),
  ASIN: orNull('asin'),
  ACOS: orNull('acos'),
  LOG: (call) =>
    call.values.length === 1
      ? orNull('ln')(call)
      : sql`(TRY(ln(${number(call, 1)})) / NULLIF(TRY(ln(${number(call, 0)})), 0))`,
  YEAR: part('year'),
  QUARTER: part('quarter'),
  MONTH: part('month'),
  DAY: part('day'),
  DAYOFMONTH: part('day'),
  DAYOFYEAR: part('dayofyear'),
  DAYOFWEEK: (call) => sql`(dayofweek(${date(call, 0)}) + 1)`,
  WEEKDAY: (call) => sql`(isodow(${date(call, 0)}) - 1)`,
  HOUR: timePart('hour'),
  MINUTE: timePart('minute'),
  SECOND: timePart('second'),
  MICROSECOND: (call) => sql`(${timePart('microsecond')(call)} % 1000000)`,
  DAYNAME: part('dayname'),
  MONTHNAME: part('monthname'),
  LAST_DAY: part('last_day'),
  DATE: (call) => sql`CAST(${date(call, 0)} AS DATE)`,
  DATE_FORMAT: (call) => emitDateFormat(date(call, 0), nodeAt(call, 1), call.emit),
  DATE_TRUNC: (call) => sql`date_trunc(${at(call.values, 0)}, CAST(${date(call, 1)} AS TIMESTAMP))`,
  DATE_ADD: addDate('+'),
  ADDDATE: addDate('+'),
  DATE_SUB: addDate('-'),
  SUBDATE: addDate('-'),
  DATEDIFF: (call) => sql`date_diff('day', CAST(${date(call, 1)} AS DATE), CAST(${date(call, 0)} AS DATE))`,
  TIMESTAMPDIFF: (call) =>
    emitTimestampDiff(
      unitOf(call.node),
      sql`CAST(${date(call, 0)} AS TIMESTAMP)`,
      sql`CAST(${date(call, 1)} AS TIMESTAMP)`,
    ),
  TIMESTAMPADD: (call) => {
    const right = { kind: 'interval', value: nodeAt(call, 0), unit: unitOf(call.node) } as const;
    return call.emit.value({ kind: 'binary', operator: '+', left: nodeAt(call, 1), right });
  },
};

/** Translates a call to DuckDB. Returns undefined if the function has the same name and meaning in both. */
export function emitDuckDbCall(node: Call, emit: EmitChild): Fragment | undefined {
  return WRITERS[node.name]?.(callOf(node, emit));
}
