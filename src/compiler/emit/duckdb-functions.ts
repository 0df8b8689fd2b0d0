import { constant } from '../tree';
import { typeOf } from '../plan';
import type { EmitChild } from './dialect';
import { translateDateFormat } from './date-format';
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

const date = (call: Arguments, index: number): Fragment =>
  typeOf(nodeAt(call, index)) === 'string' ? sql`CAST(${at(call.values, index)} AS TIMESTAMP)` : at(call.values, index);
const text = (call: Arguments, index: number): Fragment =>
  typeOf(nodeAt(call, index)) === 'string' ? at(call.values, index) : sql`CAST(${at(call.values, index)} AS VARCHAR)`;
const part =
  (name: string): Writer =>
  (call) =>
    sql`${name}(${date(call, 0)})`;
const textCall =
  (name: string): Writer =>
  (call) =>
    sql`${name}(${join([text(call, 0), ...call.values.slice(1)], ', ')})`;
/** MySQL gives NULL as soon as one argument is NULL. */
const nullStrict =
  (name: string): Writer =>
  ({ values }) =>
    sql`CASE WHEN ${join(
      values.map((value) => sql`${value} IS NULL`),
      ' OR ',
    )} THEN NULL ELSE ${name}(${join(values, ', ')}) END`;
const addDate =
  (operator: '+' | '-'): Writer =>
  (call) => {
    const amount = nodeAt(call, 1);
    const interval = amount.kind === 'interval' ? amount : ({ kind: 'interval', value: amount, unit: 'DAY' } as const);
    return call.emit.value({ kind: 'binary', operator, left: nodeAt(call, 0), right: interval });
  };

const WRITERS: Readonly<Partial<Record<string, Writer>>> = {
  IF: ({ nodes, values, emit }) =>
    sql`CASE WHEN ${nodes[0] ? emit.condition(nodes[0]) : []} THEN ${at(values, 1)} ELSE ${at(values, 2)} END`,
  IFNULL: renamed('COALESCE'),
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
  SUBSTRING: textCall('SUBSTRING'),
  SUBSTR: textCall('SUBSTRING'),
  MID: textCall('SUBSTRING'),
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
  SUM: ({ node, nodes, values }) => {
    const type = nodes[0] === undefined ? 'unknown' : typeOf(nodes[0]);
    const value =
      type === 'string'
        ? sql`CAST(${at(values, 0)} AS DOUBLE)`
        : type === 'boolean'
          ? sql`CAST(${at(values, 0)} AS INTEGER)`
          : at(values, 0);
    return sql`SUM(${node.distinct ? 'DISTINCT ' : ''}${value})`;
  },
  STD: renamed('stddev_pop'),
  STDDEV: renamed('stddev_pop'),
  VARIANCE: renamed('var_pop'),
  MOD: ({ values }) => sql`${at(values, 0)} % ${at(values, 1)}`,
  TRUNCATE: ({ values }) => sql`trunc(${at(values, 0)} * power(10, ${at(values, 1)})) / power(10, ${at(values, 1)})`,
  LOG: ({ values }) =>
    values.length === 1 ? sql`ln(${at(values, 0)})` : sql`ln(${at(values, 1)}) / ln(${at(values, 0)})`,
  YEAR: part('year'),
  QUARTER: part('quarter'),
  MONTH: part('month'),
  DAY: part('day'),
  DAYOFMONTH: part('day'),
  DAYOFYEAR: part('dayofyear'),
  DAYOFWEEK: (call) => sql`dayofweek(${date(call, 0)}) + 1`,
  WEEKDAY: (call) => sql`isodow(${date(call, 0)}) - 1`,
  HOUR: part('hour'),
  MINUTE: part('minute'),
  SECOND: part('second'),
  DAYNAME: part('dayname'),
  MONTHNAME: part('monthname'),
  LAST_DAY: part('last_day'),
  DATE: (call) => sql`CAST(${date(call, 0)} AS DATE)`,
  DATE_FORMAT: (call) => sql`strftime(${date(call, 0)}, ${formatOf(call)})`,
  DATE_ADD: addDate('+'),
  ADDDATE: addDate('+'),
  DATE_SUB: addDate('-'),
  SUBDATE: addDate('-'),
  DATEDIFF: (call) => sql`date_diff('day', CAST(${date(call, 1)} AS DATE), CAST(${date(call, 0)} AS DATE))`,
  TIMESTAMPDIFF: ({ node, nodes, values, emit }) => {
    const shifted = { node, nodes, values, emit };
    return sql`date_sub('${unitOf(node).toLowerCase()}', CAST(${date(shifted, 0)} AS TIMESTAMP), CAST(${date(shifted, 1)} AS TIMESTAMP))`;
  },
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
  return sql`string_agg(${node.distinct ? 'DISTINCT ' : ''}${value}, ${separator}${order.length > 0 ? sql` ORDER BY ${join(order, ', ')}` : []})`;
}

function formatOf(call: Arguments): Fragment {
  const format = nodeAt(call, 1);
  return format.kind === 'literal'
    ? call.emit.value({ ...format, text: translateDateFormat(format.text) })
    : at(call.values, 1);
}
