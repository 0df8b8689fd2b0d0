import { scaleOf, typeOf } from '../../values';
import { constant } from '../../tree';
import { type Call, type EmitChild, type Expression, type Fragment, join, sql } from '../../emit';
import { aggregate, count, groupConcat } from './aggregates';
import { at, date, nodeAt, renamed, shared, text, whole, type Arguments, type Writer } from './arguments';
import { BASE_FUNCTIONS } from './bases';
import { CLOCK_FUNCTIONS } from './clock';
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
import { asNumber } from './values';

const part =
  (name: string): Writer =>
  (call) =>
    sql`${name}(${date(call, 0)})`;
/** Extracts a part of the time of day. A string may hold a time or a timestamp. */
const timePart =
  (name: string): Writer =>
  (call) => {
    if (typeOf(nodeAt(call, 0)) !== 'string') return part(name)(call);
    return sql`COALESCE(${name}(TRY_CAST(${at(call.values, 0)} AS TIMESTAMP)), ${name}(TRY_CAST(${at(call.values, 0)} AS TIME)))`;
  };
/** Returns NULL where the function is undefined and DuckDB would report an error. */
const orNull =
  (name: string): Writer =>
  (call) =>
    sql`TRY(${name}(${asNumber(at(call.values, 0), nodeAt(call, 0))}))`;
const numeric =
  (name: string): Writer =>
  ({ nodes, values }) =>
    sql`${name}(${join(
      values.map((value, index) => asNumber(value, nodes[index] ?? constant('null', ''))),
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
const addDate =
  (operator: '+' | '-'): Writer =>
  (call) => {
    const amount = nodeAt(call, 1);
    const interval = amount.kind === 'interval' ? amount : ({ kind: 'interval', value: amount, unit: 'DAY' } as const);
    return call.emit.value({ kind: 'binary', operator, left: nodeAt(call, 0), right: interval });
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
  COUNT: count,
  ISNULL: ({ values }) => sql`(${at(values, 0)} IS NULL)`,
  CONCAT: concat,
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
  LOCATE: (call) => locate(text(call, 1), text(call, 0), call.values[2]),
  INSTR: (call) => locate(text(call, 0), text(call, 1), undefined),
  REPLACE: textCall('REPLACE'),
  MD5: textCall('md5'),
  SHA: textCall('sha1'),
  SHA1: textCall('sha1'),
  SHA2: (call) => sql`sha256(${text(call, 0)})`,
  REPEAT: textCall('repeat'),
  SPACE: (call) => sql`repeat(' ', ${whole(at(call.values, 0))})`,
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
  STD: renamed('stddev_pop'),
  STDDEV: renamed('stddev_pop'),
  VARIANCE: renamed('var_pop'),
  MOD: (call) => call.emit.value({ kind: 'binary', operator: '%', left: nodeAt(call, 0), right: nodeAt(call, 1) }),
  ROUND: round,
  ABS: numeric('abs'),
  CEIL: numeric('ceil'),
  CEILING: numeric('ceil'),
  FLOOR: numeric('floor'),
  SIGN: numeric('sign'),
  POWER: numeric('power'),
  POW: numeric('power'),
  EXP: numeric('exp'),
  TRUNCATE: ({ values }) => sql`trunc(${at(values, 0)}, ${whole(at(values, 1))})`,
  SQRT: orNull('sqrt'),
  LN: orNull('ln'),
  LOG2: orNull('log2'),
  LOG10: orNull('log10'),
  ASIN: orNull('asin'),
  ACOS: orNull('acos'),
  LOG: (call) =>
    call.values.length === 1
      ? orNull('ln')(call)
      : sql`TRY(ln(${at(call.values, 1)}) / NULLIF(ln(${at(call.values, 0)}), 0))`,
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
  const write = WRITERS[node.name];
  if (write === undefined) return undefined;
  const nodes = node.arguments.filter((argument) => argument.kind !== 'star' && argument.kind !== 'unit');
  return write({
    node,
    nodes,
    values: nodes.map((argument) => emitArgument(node, argument, emit)),
    emit,
  });
}

/** Functions that keep their argument in arithmetic form. */
const ARITHMETIC: ReadonlySet<string> = new Set(['SUM', 'AVG', 'ROUND', 'TRUNCATE', 'ABS']);

function emitArgument(node: Call, argument: Expression, emit: EmitChild): Fragment {
  if (argument.kind === 'interval') return [];
  return ARITHMETIC.has(node.name) ? emit.number(argument) : emit.value(argument);
}

function unitOf(node: Call): string {
  const unit = node.arguments.find((argument) => argument.kind === 'unit');
  return unit?.unit ?? 'DAY';
}

/** Writes ROUND: inexact numbers round half to even, exact numbers half away from zero. */
function round(call: Arguments): Fragment {
  const value = asNumber(at(call.values, 0), nodeAt(call, 0));
  const digits = call.values[1];
  const isExact = scaleOf(nodeAt(call, 0)) !== undefined;
  if (!isExact && typeOf(nodeAt(call, 0)) === 'double')
    return sql`round_even(${value}, ${digits ? whole(digits) : '0'})`;
  return digits === undefined ? sql`round(${value})` : sql`round(${value}, ${whole(digits)})`;
}
