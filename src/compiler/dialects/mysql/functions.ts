import type { OrderItem } from '../../../model';
import { typeOf, type Resolved } from '../../values';
import { constant, isExpression } from '../../tree';
import { type Call, type EmitChild, type Fragment, join, sql } from '../../emit';

type Writer = (values: readonly Fragment[], node: Call, emit: EmitChild) => Fragment;

/** Cuts off fractions of a second. The server returns as many digits as the column has; whole seconds are the same on all engines. */
const wholeSeconds: Writer = (values, { name }) => sql`FLOOR(${name}(${join(values, ', ')}))`;

/** MariaDB 10.11 crashes (signal 11) if a column is compared by `<=>` with this call and its arguments are constant. COALESCE avoids that. */
const extracted: Writer = (values) => sql`COALESCE(JSON_EXTRACT(${join(values, ', ')}))`;

const WRITERS: Readonly<Partial<Record<string, Writer>>> = {
  GROUP_CONCAT: ordered,
  JSON_EXTRACT: extracted,
  JSON_ARRAYAGG: (values, node, emit) =>
    node.filtered ? filteredArray(values, node, emit) : ordered(numbersOf(values, node), node, emit),
  JSON_OBJECTAGG: (values, node) =>
    node.filtered ? filteredObject(values, node) : sql`JSON_OBJECTAGG(${join(numbersOf(values, node), ', ')})`,
  MEDIAN: median,
  DATE_TRUNC: truncatedDate,
  UNIX_TIMESTAMP: wholeSeconds,
  TIME_TO_SEC: wholeSeconds,
  TIME: ([value = []], { arguments: [node] }) =>
    node && isExpression(node) && typeOf(node) === 'string' ? sql`CAST(${value} AS TIME(6))` : sql`TIME(${value})`,
  SEC_TO_TIME: ([seconds = []]) => sql`CAST(SEC_TO_TIME(CAST(${seconds} AS SIGNED)) AS CHAR)`,
};

/** Translates a call whose form differs on servers of the MySQL family. Returns undefined for the plain form. */
export function emitMySqlCall(node: Call, emit: EmitChild): Fragment | undefined {
  return WRITERS[node.name]?.(
    node.arguments.filter((argument) => isExpression(argument)).map((argument) => emit.value(argument)),
    node,
    emit,
  );
}

/** Writes an item of ORDER BY. MySQL has no NULLS LAST. */
export function orderItem(item: OrderItem<Resolved>, value: Fragment): Fragment {
  const sorted = item.descending ? sql`${value} DESC` : value;
  return item.nulls === 'last' ? sql`${value} IS NULL, ${sorted}` : sorted;
}

/**
 * Converts booleans to 1 or 0 for JSON. MariaDB writes a condition as true or false, but a boolean property is 1 or 0,
 * even if its value is a condition.
 */
function numbersOf(values: readonly Fragment[], { arguments: nodes }: Call): readonly Fragment[] {
  const types = nodes.filter(isExpression).map(typeOf);
  return values.map((value, index) => (types[index] === 'boolean' ? sql`(${value} + 0)` : value));
}

/** Writes an aggregate with DISTINCT, an order and a separator. */
function ordered(values: readonly Fragment[], node: Call, emit: EmitChild): Fragment {
  const items = (node.orderBy ?? []).map((item) => orderItem(item, emit.value(item.expression)));
  const order = items.length === 0 ? [] : sql` ORDER BY ${join(items, ', ')}`;
  const separator =
    node.separator === undefined ? [] : sql` SEPARATOR ${emit.value(constant('string', node.separator))}`;
  return sql`${node.name}(${node.distinct ? 'DISTINCT ' : ''}${join(values, ', ')}${order}${separator})`;
}

/**
 * Writes JSON_ARRAYAGG of the rows that satisfy a condition, which servers of the family do not have: GROUP_CONCAT skips the
 * other rows, and its strings are the elements, in the form of JSON_ARRAYAGG.
 */
function filteredArray(values: readonly Fragment[], node: Call, emit: EmitChild): Fragment {
  const [value = [], passes = []] = numbersOf(values, node);
  const element = sql`CASE WHEN ${passes} = 1 THEN ${jsonOf(value)} END`;
  const elements = { ...node, name: 'GROUP_CONCAT', separator: ',' };
  return sql`CONCAT('[', ${ordered([element], elements, emit)}, ']')`;
}

/** Writes JSON_OBJECTAGG of the rows that satisfy a condition. A row with NULL as its key is skipped. */
function filteredObject(values: readonly Fragment[], node: Call): Fragment {
  const [key = [], value = [], passes = []] = numbersOf(values, node);
  const member = sql`CASE WHEN ${passes} = 1 AND ${key} IS NOT NULL THEN CONCAT(${jsonOf(sql`CONCAT(${key}, '')`)}, ':', ${jsonOf(value)}) END`;
  return sql`CONCAT('{', GROUP_CONCAT(${member} SEPARATOR ', '), '}')`;
}

/** Writes a value as JSON: the only element of an array. */
function jsonOf(value: Fragment): Fragment {
  return sql`SUBSTRING(JSON_ARRAY(${value}), 2, CHAR_LENGTH(JSON_ARRAY(${value})) - 2)`;
}

/** The format of DATE_FORMAT that cuts a date off after each unit. */
const TRUNCATED: Readonly<Partial<Record<string, string>>> = {
  year: '%Y-01-01',
  month: '%Y-%m-01',
  day: '%Y-%m-%d',
  hour: '%Y-%m-%d %H:00:00',
  minute: '%Y-%m-%d %H:%i:00',
  second: '%Y-%m-%d %H:%i:%s',
};

/** Writes DATE_TRUNC, which servers of the family do not have. */
function truncatedDate([, date = []]: readonly Fragment[], { arguments: [unit] }: Call): Fragment {
  const name = unit?.kind === 'literal' ? unit.text.toLowerCase() : '';
  const format = TRUNCATED[name];
  if (format !== undefined) return sql`CAST(DATE_FORMAT(${date}, '${format}') AS DATETIME)`;
  const day = sql`CAST(${date} AS DATE)`;
  const start =
    name === 'week'
      ? sql`${day} - INTERVAL WEEKDAY(${date}) DAY`
      : sql`MAKEDATE(YEAR(${date}), 1) + INTERVAL QUARTER(${date}) - 1 QUARTER`;
  return sql`CAST(${start} AS DATETIME)`;
}

/**
 * Writes MEDIAN, which servers of the family do not have as an aggregate: the mean of the two values in the middle of the
 * sorted list, which are the same if their number is odd.
 */
function median([value = []]: readonly Fragment[]): Fragment {
  const number = sql`(${value} + 0)`;
  const at = (shift: string): Fragment =>
    sql`SUBSTRING_INDEX(SUBSTRING_INDEX(GROUP_CONCAT(${number} ORDER BY ${number}), ',', (COUNT(${value}) + ${shift}) DIV 2), ',', -1)`;
  return sql`((CAST(${at('1')} AS DOUBLE) + CAST(${at('2')} AS DOUBLE)) / 2)`;
}
