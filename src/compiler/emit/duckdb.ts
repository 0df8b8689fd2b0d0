import type { BinaryOperator, BoundValue, Cast, Interval, Like, Literal, Regexp } from '../../model';
import { parseLikePattern, printPlainLike, printRe2Pattern } from '../like';
import { typeOf, type Resolved } from '../plan';
import type { Dialect, EmitChild } from './dialect';
import { emitDuckDbCall } from './duckdb-functions';
import type { Expression } from './emit.ast';
import { sql, type Fragment } from './fragment';
import { decimalType } from './mysql';

/** DuckDB, the embedded engine: what MySQL's words become there (design 2, "Traps"). */
export const duckdb: Dialect = {
  name: 'duckdb',
  placeholders: 'numbered',
  quoteName: (name) => `"${name.replaceAll('"', '""')}"`,
  constant,
  bound: boundDuckDb,
  truthValue: (condition) => sql`CAST((${condition}) AS INTEGER)`,
  binary: emitBinary,
  castType: duckdbCastType,
  interval: emitInterval,
  addInterval: emitAddInterval,
  extract: (node, emit) => sql`EXTRACT(${node.unit} FROM ${timestampOf(node.operand, emit)})`,
  like: emitLike,
  regexp: emitRegexp,
  call: emitDuckDbCall,
  orderItem: (item, value) =>
    sql`${value}${item.descending ? ' DESC' : ''}${item.nulls === 'last' ? ' NULLS LAST' : ''}`,
  slice: (limit, offset) =>
    [limit === undefined ? '' : `LIMIT ${limit}`, offset === undefined ? '' : `OFFSET ${offset}`]
      .filter((part) => part !== '')
      .join(' '),
};

const OPERATORS: Readonly<Partial<Record<BinaryOperator, string>>> = {
  and: 'AND',
  or: 'OR',
  div: '//',
  '<=>': 'IS NOT DISTINCT FROM',
};

function emitBinary(operator: BinaryOperator, left: Fragment, right: Fragment): Fragment {
  if (operator === 'xor') return sql`CAST(${left} AS BOOLEAN) <> CAST(${right} AS BOOLEAN)`;
  if (operator === '^') return sql`xor(${left}, ${right})`;
  if (operator === '/') return sql`${left} / NULLIF(${right}, 0)`;
  return sql`${left} ${OPERATORS[operator] ?? operator} ${right}`;
}

function constant(literal: Literal): string {
  switch (literal.type) {
    case 'null':
      return 'NULL';
    case 'boolean':
      return literal.text.toUpperCase();
    case 'integer':
    case 'decimal':
    case 'double':
      return literal.text;
    case 'hex':
      return `from_hex('${literal.text}')`;
    case 'bit':
      return String(BigInt(`0b0${literal.text}`));
    case 'string':
      return quoteText(literal.text);
    case 'date':
    case 'time':
    case 'timestamp':
      return `${literal.type.toUpperCase()} ${quoteText(literal.text)}`;
  }
}

/** DuckDB's strings know no backslash; a NUL character cannot stand in a statement. */
function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`.replaceAll('\0', "' || chr(0) || '");
}

function boundDuckDb(literal: Literal): Fragment {
  const { type, text } = literal;
  if (type === 'hex' || type === 'bit') return [constant(literal)];
  const value: BoundValue = { type, text };
  switch (type) {
    case 'decimal':
      return sql`CAST(${[value]} AS ${decimalType(text)})`;
    case 'date':
    case 'time':
    case 'timestamp':
      return sql`CAST(${[value]} AS ${type.toUpperCase()})`;
    default:
      return [value];
  }
}

const CAST_TYPES: Readonly<Record<Cast<Resolved>['type']['name'], string>> = {
  signed: 'BIGINT',
  unsigned: 'UBIGINT',
  date: 'DATE',
  year: 'INTEGER',
  double: 'DOUBLE',
  float: 'FLOAT',
  json: 'VARCHAR',
  char: 'VARCHAR',
  binary: 'BLOB',
  time: 'TIME',
  datetime: 'TIMESTAMP',
  decimal: 'DECIMAL(10, 0)',
};

function duckdbCastType(type: Cast<Resolved>['type']): string {
  if (type.name === 'decimal' && type.precision !== undefined) return `DECIMAL(${type.precision}, ${type.scale ?? 0})`;
  return CAST_TYPES[type.name];
}

function emitInterval(node: Interval<Resolved>, emit: EmitChild): Fragment {
  return sql`to_${UNITS[node.unit] ?? 'days'}(CAST(${emit.value(node.value)} AS ${node.unit === 'SECOND' ? 'DOUBLE' : 'BIGINT'}))`;
}

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

const WHOLE_DAYS: ReadonlySet<string> = new Set(['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR']);

/** A date moved by whole days stays a date, as in MySQL. */
function emitAddInterval(
  date: Expression,
  operator: '+' | '-',
  interval: Interval<Resolved>,
  emit: EmitChild,
): Fragment {
  const moved = sql`${timestampOf(date, emit)} ${operator} ${emitInterval(interval, emit)}`;
  return typeOf(date) === 'date' && WHOLE_DAYS.has(interval.unit) ? sql`CAST(${moved} AS DATE)` : moved;
}

/** The expression as something that date functions take: texts are read as timestamps. */
export function timestampOf(expression: Expression, emit: EmitChild): Fragment {
  const value = emit.value(expression);
  return typeOf(expression) === 'string' ? sql`CAST(${value} AS TIMESTAMP)` : value;
}

function textOf(expression: Expression, emit: EmitChild): Fragment {
  return typeOf(expression) === 'string' ? emit.value(expression) : sql`CAST(${emit.value(expression)} AS VARCHAR)`;
}

function emitLike(node: Like<Resolved>, emit: EmitChild): Fragment {
  const operand = textOf(node.operand, emit);
  const not = node.negated ? 'NOT ' : '';
  if (node.pattern.kind !== 'literal') return sql`${operand} ${not}ILIKE ${textOf(node.pattern, emit)} ESCAPE '\\'`;
  const pattern = parseLikePattern(node.pattern.text, node.escape);
  const plain = printPlainLike(pattern, '\\');
  const text = (value: string): Fragment =>
    emit.value({ ...node.pattern, kind: 'literal', type: 'string', text: value });
  if (plain !== undefined) return sql`${operand} ${not}ILIKE ${text(plain)} ESCAPE '\\'`;
  return sql`${not}regexp_full_match(${operand}, ${text(printRe2Pattern(pattern))}, 'is')`;
}

function emitRegexp(node: Regexp<Resolved>, emit: EmitChild): Fragment {
  return sql`${node.negated ? 'NOT ' : ''}regexp_matches(${textOf(node.operand, emit)}, ${textOf(node.pattern, emit)}, 'i')`;
}
