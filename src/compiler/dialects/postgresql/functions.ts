import { ServiceError } from '../../../errors';
import { INTEGER_TYPES, typeOf } from '../../values';
import { type Call, type EmitChild, type Fragment, heldType, join, sql } from '../../emit';
import { addDate, at, callOf, nodeAt, unitOf, type Writer } from '../translation';
import { aggregate, bits, count, extreme, groupConcat } from './aggregates';
import { date, double, number, place, shared, text } from './arguments';
import { BASE_FUNCTIONS } from './bases';
import { CLOCK_FUNCTIONS, timeOfDay, timestamp } from './clock';
import { emitDateFormat } from './date-format';
import { emitTimestampDiff, partOf } from './dates';
import { JSON_FUNCTIONS } from './json';
import { round, truncate } from './rounding';
import {
  ascii,
  bytesOf,
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

const part =
  (unit: string): Writer =>
  (call) =>
    partOf(unit, date(call, 0));
/** Extracts a part of the time of day. A string may hold a time or a timestamp. */
const timePart =
  (unit: string): Writer =>
  (call) =>
    partOf(unit, typeOf(nodeAt(call, 0)) === 'timestamp' ? date(call, 0) : timeOfDay(call));
/** Writes a function of inexact numbers. */
const inexact =
  (name: string): Writer =>
  (call) =>
    sql`${name}(${join(
      call.nodes.map((_, index) => double(call, index)),
      ', ',
    )})`;
/** Returns NULL where the function is undefined and PostgreSQL would report an error. */
const inexactIf =
  (name: string, condition: string): Writer =>
  (call) =>
    sql`CASE WHEN ${double(call, 0)} ${condition} THEN ${name}(${double(call, 0)}) END`;
/** Returns NULL if any argument is NULL, as MySQL does. */
const nullStrict =
  (name: string): Writer =>
  (call) =>
    sql`CASE WHEN ${join(
      call.values.map((value) => sql`${value} IS NOT NULL`),
      ' AND ',
    )} THEN ${name}(${join(shared(call), ', ')}) END`;
/** Writes CEIL or FLOOR. PostgreSQL would convert whole numbers to inexact ones. */
const wholly =
  (name: string): Writer =>
  (call) =>
    INTEGER_TYPES.has(heldType(nodeAt(call, 0)))
      ? number(call, 0)
      : sql`CAST(${name}(${number(call, 0)}) AS ${EXACT.has(heldType(nodeAt(call, 0))) ? 'BIGINT' : 'DOUBLE PRECISION'})`;
const EXACT: ReadonlySet<string> = new Set(['decimal', 'truth', 'boolean', 'null', 'date']);
const logarithm = (call: Parameters<Writer>[0], index: number): Fragment =>
  sql`CASE WHEN ${double(call, index)} > 0 THEN ln(${double(call, index)}) END`;
/** Writes NULLIF, whose result in PostgreSQL would have the type in which the arguments are compared. */
const nullIf: Writer = (call) => {
  const [left = [], right = []] = shared(call);
  return typeOf(nodeAt(call, 0)) === typeOf(nodeAt(call, 1))
    ? sql`NULLIF(${left}, ${right})`
    : sql`CASE WHEN ${left} = ${right} THEN NULL ELSE ${at(call.values, 0)} END`;
};
const unsupported: Writer = ({ node }) => {
  throw new ServiceError('plan_unsupported', `PostgreSQL has no function ${node.name}`, {
    hint: 'SHA2(..., 256) and MD5 work',
    offset: node.at,
  });
};

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
  NULLIF: nullIf,
  COUNT: count,
  ISNULL: ({ values }) => sql`(${at(values, 0)} IS NULL)`,
  CONCAT: concat,
  CONCAT_WS: textCall('CONCAT_WS'),
  UCASE: textCall('UPPER'),
  LCASE: textCall('LOWER'),
  LENGTH: (call) => sql`octet_length(${text(call, 0)})`,
  OCTET_LENGTH: (call) => sql`octet_length(${text(call, 0)})`,
  BIT_LENGTH: (call) => sql`bit_length(${text(call, 0)})`,
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
  SHA: unsupported,
  SHA1: unsupported,
  SHA2: (call) => sql`encode(sha256(${bytesOf(call, 0)}), 'hex')`,
  REPEAT: (call) => sql`repeat(${text(call, 0)}, ${place(call, 1)})`,
  SPACE: (call) => sql`repeat(' ', ${place(call, 0)})`,
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
  MIN: extreme('MIN', 'bool_and'),
  MAX: extreme('MAX', 'bool_or'),
  SUM: aggregate('SUM'),
  AVG: aggregate('AVG'),
  MEDIAN: (call) => sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${double(call, 0)})`,
  STD: inexact('stddev_pop'),
  STDDEV: inexact('stddev_pop'),
  STDDEV_POP: inexact('stddev_pop'),
  STDDEV_SAMP: inexact('stddev_samp'),
  VARIANCE: inexact('var_pop'),
  VAR_POP: inexact('var_pop'),
  VAR_SAMP: inexact('var_samp'),
  BIT_AND: bits('bit_and', '18446744073709551615'),
  BIT_OR: bits('bit_or', '0'),
  BIT_XOR: bits('bit_xor', '0'),
  MOD: (call) => call.emit.value({ kind: 'binary', operator: '%', left: nodeAt(call, 0), right: nodeAt(call, 1) }),
  ROUND: round,
  ABS: (call) => sql`abs(${number(call, 0)})`,
  CEIL: wholly('ceil'),
  CEILING: wholly('ceil'),
  FLOOR: wholly('floor'),
  SIGN: (call) => sql`CAST(sign(${number(call, 0)}) AS INTEGER)`,
  POWER: inexact('power'),
  POW: inexact('power'),
  EXP: inexact('exp'),
  TRUNCATE: truncate,
  SQRT: inexactIf('sqrt', '>= 0'),
  LN: inexactIf('ln', '> 0'),
  LOG2: (call) => sql`(${logarithm(call, 0)} / ln(2e0::double precision))`,
  LOG10: inexactIf('log10', '> 0'),
  SIN: inexact('sin'),
  COS: inexact('cos'),
  TAN: inexact('tan'),
  ATAN: inexact('atan'),
  ATAN2: inexact('atan2'),
  RADIANS: inexact('radians'),
  DEGREES: inexact('degrees'),
  ASIN: inexactIf('asin', 'BETWEEN -1 AND 1'),
  ACOS: inexactIf('acos', 'BETWEEN -1 AND 1'),
  LOG: (call) =>
    call.values.length === 1 ? logarithm(call, 0) : sql`(${logarithm(call, 1)} / NULLIF(${logarithm(call, 0)}, 0))`,
  YEAR: part('YEAR'),
  QUARTER: part('QUARTER'),
  MONTH: part('MONTH'),
  DAY: part('DAY'),
  DAYOFMONTH: part('DAY'),
  DAYOFYEAR: part('DOY'),
  DAYOFWEEK: (call) => sql`(${part('DOW')(call)} + 1)`,
  WEEKDAY: (call) => sql`(${part('ISODOW')(call)} - 1)`,
  HOUR: timePart('HOUR'),
  MINUTE: timePart('MINUTE'),
  SECOND: timePart('SECOND'),
  MICROSECOND: timePart('MICROSECOND'),
  DAYNAME: (call) => sql`to_char(${date(call, 0)}, 'FMDay')`,
  MONTHNAME: (call) => sql`to_char(${date(call, 0)}, 'FMMonth')`,
  LAST_DAY: (call) => sql`CAST(date_trunc('month', ${date(call, 0)}) + INTERVAL '1 month - 1 day' AS DATE)`,
  DATE: (call) => sql`CAST(${date(call, 0)} AS DATE)`,
  DATE_FORMAT: (call) => {
    const format = nodeAt(call, 1);
    return emitDateFormat(date(call, 0), format.kind === 'literal' ? format.text : '');
  },
  DATE_TRUNC: (call) => sql`date_trunc(${at(call.values, 0)}, ${timestamp(call, 1)})`,
  DATE_ADD: addDate('+'),
  ADDDATE: addDate('+'),
  DATE_SUB: addDate('-'),
  SUBDATE: addDate('-'),
  DATEDIFF: (call) => sql`(CAST(${date(call, 0)} AS DATE) - CAST(${date(call, 1)} AS DATE))`,
  TIMESTAMPDIFF: (call) => emitTimestampDiff(unitOf(call.node), timestamp(call, 0), timestamp(call, 1)),
  TIMESTAMPADD: (call) => {
    const right = { kind: 'interval', value: nodeAt(call, 0), unit: unitOf(call.node) } as const;
    return call.emit.value({ kind: 'binary', operator: '+', left: nodeAt(call, 1), right });
  },
};

/** Translates a call to PostgreSQL. Returns undefined if the function has the same name and meaning in both. */
export function emitPostgreSqlCall(node: Call, emit: EmitChild): Fragment | undefined {
  return WRITERS[node.name]?.(callOf(node, emit));
}
