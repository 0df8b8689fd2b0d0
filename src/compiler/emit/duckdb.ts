import type { Binary, BinaryOperator, BoundValue, Like, Literal, Regexp } from '../../model';
import { parseLikePattern, printPlainLike, printRe2Pattern } from '../like';
import { scaleOf, type Resolved } from '../plan';
import type { Dialect, EmitChild } from './dialect';
import { emitCast } from './duckdb-casts';
import { emitAddInterval, emitExtract, emitInterval } from './duckdb-dates';
import { emitDuckDbCall } from './duckdb-functions';
import { alike, asNumber, textOf } from './duckdb-values';
import type { Call, Expression } from './emit.ast';
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
  cast: emitCast,
  alike,
  result: emitResult,
  interval: emitInterval,
  addInterval: emitAddInterval,
  extract: emitExtract,
  like: emitLike,
  regexp: emitRegexp,
  call: emitDuckDbCall,
  orderItem: (item, value) =>
    sql`${value}${item.descending ? ' DESC' : ''}${item.nulls === 'last' ? ' NULLS LAST' : ''}`,
  rollup: (keys) => sql`GROUP BY ROLLUP (${keys})`,
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

const ARITHMETIC: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['+', '-', '*', '/', 'div', '%']);

function emitBinary(node: Binary<Resolved>, left: Fragment, right: Fragment): Fragment {
  const { operator } = node;
  if (ARITHMETIC.has(operator)) return emitArithmetic(node, asNumber(left, node.left), asNumber(right, node.right));
  if (operator === 'xor') return sql`CAST(${left} AS BOOLEAN) <> CAST(${right} AS BOOLEAN)`;
  if (operator === '^') return sql`xor(${left}, ${right})`;
  return sql`${left} ${OPERATORS[operator] ?? operator} ${right}`;
}

function emitArithmetic(node: Binary<Resolved>, left: Fragment, right: Fragment): Fragment {
  if (node.operator === '/') return asDecimal(sql`${left} / NULLIF(${right}, 0)`, node);
  const isWhole = scaleOf(node.left) === 0 && scaleOf(node.right) === 0;
  if (node.operator === 'div' && !isWhole) return sql`CAST(trunc(${left} / NULLIF(${right}, 0)) AS BIGINT)`;
  return sql`${left} ${OPERATORS[node.operator] ?? node.operator} ${right}`;
}

/** DuckDB divides exact numbers into a double; MySQL's result has four digits more than the number that is divided. */
function asDecimal(value: Fragment, node: Expression): Fragment {
  const scale = scaleOf(node);
  return scale === undefined ? value : sql`CAST(${value} AS DECIMAL(38, ${String(scale)}))`;
}

function emitResult(node: Call, value: Fragment): Fragment {
  return node.name === 'AVG' ? asDecimal(value, node) : value;
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
