import { constant } from '../tree';
import { scaleOf, typeOf } from '../plan';
import type { EmitChild } from './dialect';
import { emitDateFormat, emitTimestampDiff } from './duckdb-dates';
import { alike, asNumber, asText, asTimestamp } from './duckdb-values';
import type { Call, Expression } from './emit.ast';
import { join, sql, type Fragment } from './fragment';

/** The arguments of a call: `values` emitted, `nodes` as they are. */
interface Arguments {
  readonly node: Call;
  readonly nodes: readonly Expression[];
  readonly values: readonly Fragment[];
  readonly emit: EmitChild;
}
type Writer = (call: Arguments) => Fragment;

const renamed =
  (name: string): Writer =>
  ({ values }) =>
    sql`${name}(${join(values, ', ')})`;
const at = (values: readonly Fragment[], index: number): Fragment => values[index] ?? [];
const nodeAt = ({ nodes }: Arguments, index: number): Expression => nodes[index] ?? constant('null', '');

const date = (call: Arguments, index: number): Fragment => asTimestamp(at(call.values, index), nodeAt(call, index));
const text = (call: Arguments, index: number): Fragment => asText(at(call.values, index), typeOf(nodeAt(call, index)));
const whole = (value: Fragment): Fragment => sql`CAST(${value} AS INTEGER)`;
const part =
  (name: string): Writer =>
  (call) =>
    sql`${name}(${date(call, 0)})`;
const textCall =
  (name: string): Writer =>
  (call) =>
    sql`${name}(${join([text(call, 0), ...call.values.slice(1)], ', ')})`;
/** A text may be a time of day as well as a timestamp. */
const timePart =
  (name: string): Writer =>
  (call) => {
    if (typeOf(nodeAt(call, 0)) !== 'string') return part(name)(call);
    return sql`COALESCE(${name}(TRY_CAST(${at(call.values, 0)} AS TIMESTAMP)), ${name}(TRY_CAST(${at(call.values, 0)} AS TIME)))`;
  };
/** NULL where the function is not defined, which is an error in DuckDB. */
const orNull =
  (name: string): Writer =>
  (call) =>
    sql`TRY(${name}(${asNumber(at(call.values, 0), nodeAt(call, 0))}))`;
/** Arguments of which one is the result: all of one type. */
const shared = ({ nodes, values }: Arguments, from = 0): readonly Fragment[] => {
  const types = nodes.slice(from).map(typeOf);
  return values.slice(from).map((value, index) => alike(value, types[index] ?? 'unknown', types));
};
const padded =
  (name: string): Writer =>
  (call) =>
    sql`${name}(${text(call, 0)}, ${whole(at(call.values, 1))}, ${text(call, 2)})`;
/** MySQL gives NULL as soon as one argument is NULL. */
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
  IF: (call) => {
    const [yes = [], no = []] = shared(call, 1);
    return sql`CASE WHEN ${call.emit.condition(nodeAt(call, 0))} THEN ${yes} ELSE ${no} END`;
  },
  IFNULL: (call) => sql`COALESCE(${join(shared(call), ', ')})`,
  COALESCE: (call) => sql`COALESCE(${join(shared(call), ', ')})`,
  COUNT: count,
  ISNULL: ({ values }) => sql`${at(values, 0)} IS NULL`,
  CONCAT: (call) =>
    sql`(${join(
      call.nodes.map((_, index) => text(call, index)),
      ' || ',
    )})`,
  UCASE: textCall('UPPER'),
  LCASE: textCall('LOWER'),
  LENGTH: (call) => sql`octet_length(encode(${text(call, 0)}))`,
  CHAR_LENGTH: textCall('length'),
  CHARACTER_LENGTH: textCall('length'),
  LEFT: (call) => sql`LEFT(${text(call, 0)}, GREATEST(${at(call.values, 1)}, 0))`,
  RIGHT: (call) => sql`RIGHT(${text(call, 0)}, GREATEST(${at(call.values, 1)}, 0))`,
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
  HEX: renamed('hex'),
  SHA2: (call) => sql`sha256(${text(call, 0)})`,
  REPEAT: textCall('repeat'),
  GROUP_CONCAT: groupConcat,
  GREATEST: nullStrict('GREATEST'),
  LEAST: nullStrict('LEAST'),
  SUM: aggregate('SUM'),
  AVG: aggregate('AVG'),
  STD: renamed('stddev_pop'),
  STDDEV: renamed('stddev_pop'),
  VARIANCE: renamed('var_pop'),
  MOD: ({ values }) => sql`${at(values, 0)} % ${at(values, 1)}`,
  ROUND: round,
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
  DAYOFWEEK: (call) => sql`dayofweek(${date(call, 0)}) + 1`,
  WEEKDAY: (call) => sql`isodow(${date(call, 0)}) - 1`,
  HOUR: timePart('hour'),
  MINUTE: timePart('minute'),
  SECOND: timePart('second'),
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
  NOW: () => ['CAST(now() AS TIMESTAMP)'],
  CURRENT_TIMESTAMP: () => ['CAST(now() AS TIMESTAMP)'],
  CURDATE: () => ['current_date'],
  CURRENT_DATE: () => ['current_date'],
};

/** MySQL's function in DuckDB's words; undefined where both have it under one name with one meaning. */
export function emitDuckDbCall(node: Call, emit: EmitChild): Fragment | undefined {
  const write = WRITERS[node.name];
  if (write === undefined) return undefined;
  const nodes = node.arguments.filter((argument) => argument.kind !== 'star' && argument.kind !== 'unit');
  return write({
    node,
    nodes,
    values: nodes.map((argument) => (argument.kind === 'interval' ? [] : emit.value(argument))),
    emit,
  });
}

function unitOf(node: Call): string {
  const unit = node.arguments.find((argument) => argument.kind === 'unit');
  return unit?.unit ?? 'DAY';
}

function locate(whole: Fragment, sought: Fragment, from: Fragment | undefined): Fragment {
  if (from === undefined) return sql`instr(LOWER(${whole}), LOWER(${sought}))`;
  const rest = sql`instr(LOWER(SUBSTRING(${whole}, ${from})), LOWER(${sought}))`;
  return sql`CASE WHEN ${rest} = 0 THEN 0 ELSE ${rest} + ${from} - 1 END`;
}

/** What stands before the n-th separator, or for a negative count behind the n-th from the end. */
function substringIndex(call: Arguments): Fragment {
  const parts = sql`string_split(${text(call, 0)}, ${text(call, 1)})`;
  const count = at(call.values, 2);
  const slice = sql`CASE WHEN ${count} >= 0 THEN list_slice(${parts}, 1, ${count}) ELSE list_slice(${parts}, GREATEST(len(${parts}) + ${count} + 1, 1), len(${parts})) END`;
  return sql`array_to_string(${slice}, ${text(call, 1)})`;
}

function groupConcat(call: Arguments): Fragment {
  const { node, nodes, emit } = call;
  const value =
    nodes.length === 1
      ? text(call, 0)
      : sql`(${join(
          nodes.map((_, index) => text(call, index)),
          ' || ',
        )})`;
  const order = (node.orderBy ?? []).map(
    (item) => sql`${emit.value(item.expression)}${item.descending ? ' DESC' : ''}`,
  );
  const separator = emit.value(constant('string', node.separator ?? ','));
  if (node.distinct && order.length === 1) return distinctConcat(call, separator);
  return sql`string_agg(${node.distinct ? 'DISTINCT ' : ''}${value}, ${separator}${order.length > 0 ? sql` ORDER BY ${join(order, ', ')}` : []})`;
}

/** With DISTINCT DuckDB sorts only by the values themselves: they are listed in order, then joined. */
function distinctConcat(call: Arguments, separator: Fragment): Fragment {
  const value = at(call.values, 0);
  const descending = call.node.orderBy?.[0]?.descending === true ? ' DESC' : '';
  return sql`array_to_string(list(DISTINCT ${value} ORDER BY ${value}${descending}) FILTER (WHERE ${value} IS NOT NULL), ${separator})`;
}

/** COUNT(DISTINCT a, b) counts the different pairs without NULL. */
function count({ node, values }: Arguments): Fragment {
  if (values.length === 0) return ['COUNT(*)'];
  const distinct = node.distinct ? 'DISTINCT ' : '';
  if (values.length === 1) return sql`COUNT(${distinct}${at(values, 0)})`;
  const present = join(
    values.map((value) => sql`${value} IS NOT NULL`),
    ' AND ',
  );
  return sql`COUNT(${distinct}CASE WHEN ${present} THEN row(${join(values, ', ')}) END)`;
}

function aggregate(name: string): Writer {
  return (call) =>
    sql`${name}(${call.node.distinct ? 'DISTINCT ' : ''}${asNumber(at(call.values, 0), nodeAt(call, 0))})`;
}

/** Inexact numbers go to the even neighbour, exact ones away from zero. */
function round(call: Arguments): Fragment {
  const value = asNumber(at(call.values, 0), nodeAt(call, 0));
  const digits = call.values[1];
  const isExact = scaleOf(nodeAt(call, 0)) !== undefined;
  if (!isExact && typeOf(nodeAt(call, 0)) === 'double')
    return sql`round_even(${value}, ${digits ? whole(digits) : '0'})`;
  return digits === undefined ? sql`round(${value})` : sql`round(${value}, ${whole(digits)})`;
}

/** Position 0 and a negative length give the empty text. */
function substring(call: Arguments): Fragment {
  const [, position = [], length] = call.values;
  const parts = [text(call, 0), position, ...(length === undefined ? [] : [sql`GREATEST(${length}, 0)`])];
  const cut = sql`SUBSTRING(${join(parts, ', ')})`;
  const start = nodeAt(call, 1);
  return start.kind === 'literal' && start.text !== '0' ? cut : sql`CASE WHEN ${position} = 0 THEN '' ELSE ${cut} END`;
}
