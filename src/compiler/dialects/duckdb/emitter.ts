import { ROOM_FUNCTION, type Binary, type BinaryOperator, type Collate, type Literal, type Regexp } from '../../../model'; // prettier-ignore
import {
  ARITHMETIC_OPERATORS,
  COMPARISON_OPERATORS,
  isBeyondDay,
  type Resolved,
  scaleOf,
  typeOf,
  type ValueType,
} from '../../values';
import { boundValue, observe } from '../../trace';
import { isExpression } from '../../tree';
import {
  decimalType,
  type Dialect,
  type EmitChild,
  type Expression,
  type Fragment,
  heldType,
  NUMBERS,
  printConstant,
  sql,
} from '../../emit';
import { microsecondsOf } from '../translation';
import { distinctAliases } from './aliases';
import { orderOuterRows } from './outer-orders';
import { emitCast } from './casts';
import { emitAddInterval, emitExtract, emitInterval } from './dates';
import { emitDuckDbCall } from './functions';
import { emitLike } from './likes';
import { alike, asNumber, asText, textOf } from './values';

/** The emitter for DuckDB, the embedded engine, which translates MySQL's functions and operators. */
export const emitter: Dialect = {
  name: 'duckdb',
  placeholders: 'numbered',
  quoteName: (name) => `"${name.replaceAll('"', '""')}"`,
  prepare: (query) => orderOuterRows(distinctAliases(query)),
  constant,
  bound: boundDuckDb,
  truthValue: (condition) => sql`CAST((${condition}) AS INTEGER)`,
  condition: (value) => value,
  binary: emitBinary,
  cast: emitCast,
  alike,
  exact: asDecimal,
  text: (value, node) => asText(value, heldType(node)),
  byteLength: (value, node) =>
    typeOf(node) === 'binary'
      ? sql`CAST(COALESCE(octet_length(${value}), 0) AS DOUBLE)`
      : sql`CAST(COALESCE(strlen(${asText(value, heldType(node))}), 0) AS DOUBLE)`,
  hasRoom: (bytes, sharers, row) =>
    sql`${ROOM_FUNCTION}(${bytes}${row === undefined ? [] : sql` + CASE WHEN ${row} IS NULL THEN 1e0 ELSE 0e0 END`}, ${String(sharers)})`,
  number: asNumber,
  collate: emitCollate,
  transcode: (node, emit) => emit.bare(node.operand),
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

/**
 * Writes COLLATE. A MySQL collation named `_ci` ignores letter case, and also accents unless its name contains `_as_`.
 * All other collations distinguish every code point.
 */
function emitCollate({ operand, collation }: Collate<Resolved>, emit: EmitChild): Fragment {
  const value = asText(emit.value(operand), heldType(operand));
  if (!/_ci$/i.test(collation)) return value;
  return sql`${value} COLLATE ${/_as_/i.test(collation) ? 'NOCASE' : 'NOCASE.NOACCENT'}`;
}

const OPERATORS: Readonly<Partial<Record<BinaryOperator, string>>> = {
  and: 'AND',
  or: 'OR',
  div: '//',
  '<=>': 'IS NOT DISTINCT FROM',
};

function emitBinary(node: Binary<Resolved>, left: Fragment, right: Fragment): Fragment {
  const { operator } = node;
  if (ARITHMETIC_OPERATORS.has(operator))
    return emitArithmetic(node, asNumber(left, node.left), asNumber(right, node.right));
  if (operator === 'xor') return sql`CAST(${left} AS BOOLEAN) <> CAST(${right} AS BOOLEAN)`;
  if (COMPARISON_OPERATORS.has(operator)) return emitComparison(node, left, right);
  if (operator === '^') return sql`xor(${left}, ${right})`;
  if (operator === '<<' || operator === '>>')
    return sql`CASE WHEN ${right} NOT BETWEEN 0 AND 63 THEN ${left} & 0 ELSE CAST(${left} AS BIGINT) ${operator} ${right} END`;
  return sql`${left} ${OPERATORS[operator] ?? operator} ${right}`;
}

/**
 * Writes a comparison. A string compared with a number is compared as its leading number. A time that exceeds one day
 * is compared in microseconds.
 */
function emitComparison(node: Binary<Resolved>, left: Fragment, right: Fragment): Fragment {
  const operator = OPERATORS[node.operator] ?? node.operator;
  if (isBeyondDay(node.left) || isBeyondDay(node.right)) {
    return sql`${microseconds(left, node.left)} ${operator} ${microseconds(right, node.right)}`;
  }
  const mixed = isText(node.left) ? isNumber(node.right) : isText(node.right) && isNumber(node.left);
  const side = (value: Fragment, child: Expression): Fragment => (mixed ? asNumber(value, child) : value);
  return sql`${side(left, node.left)} ${operator} ${side(right, node.right)}`;
}

function microseconds(value: Fragment, node: Expression): Fragment {
  if (!isBeyondDay(node)) return sql`epoch_us(${value})`;
  return [microsecondsOf(node)];
}

const isText = (node: Expression): boolean => typeOf(node) === 'string';
const isNumber = (node: Expression): boolean => NUMBERS.has(typeOf(node));

function emitArithmetic(node: Binary<Resolved>, left: Fragment, right: Fragment): Fragment {
  if (node.operator === '/') return sql`${left} / NULLIF(${right}, 0)`;
  const isWhole = scaleOf(node.left) === 0 && scaleOf(node.right) === 0;
  if (node.operator === 'div' && !isWhole) return sql`CAST(trunc(${left} / NULLIF(${right}, 0)) AS BIGINT)`;
  return sql`${isNarrow(node) ? sql`CAST(${left} AS BIGINT)` : left} ${OPERATORS[node.operator] ?? node.operator} ${right}`;
}

const NARROW: ReadonlySet<ValueType> = new Set<ValueType>(['smallint', 'integer', 'boolean']);
const GROWING: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['+', '-', '*']);

/** Returns whether integers must be widened to 64 bits: MySQL always computes with 64 bits, DuckDB with the size of its operands. */
function isNarrow({ operator, left, right }: Binary<Resolved>): boolean {
  return GROWING.has(operator) && NARROW.has(typeOf(left)) && NARROW.has(typeOf(right));
}

/** Casts an exact number to the scale that it has in MySQL, because DuckDB's division of exact numbers returns a double. */
function asDecimal(value: Fragment, node: Expression): Fragment {
  const scale = typeOf(node) === 'decimal' && isInexact(node) ? scaleOf(node) : undefined;
  return scale === undefined ? value : sql`CAST(${value} AS DECIMAL(38, ${String(scale)}))`;
}

const PASSING: ReadonlySet<string> = new Set(['SUM', 'ROUND', 'TRUNCATE', 'ABS']);

function isInexact(node: Expression): boolean {
  if (node.kind === 'unary') return isInexact(node.operand);
  if (node.kind === 'binary') return node.operator === '/' || isInexact(node.left) || isInexact(node.right);
  if (node.kind !== 'call') return false;
  const [first] = node.arguments;
  return node.name === 'AVG' || (PASSING.has(node.name) && first !== undefined && isExpression(first) && isInexact(first)); // prettier-ignore
}

function constant(literal: Literal): string {
  return printConstant(literal, {
    text: quoteText,
    hex: (digits) => `from_hex('${digits}')`,
    bit: (digits) => String(BigInt(`0b0${digits}`)),
    typesNull: true,
  });
}

/** Quotes a string. DuckDB's string literals have no backslash escapes, and a statement cannot contain a NUL character. */
function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`.replaceAll('\0', "' || chr(0) || '");
}

function boundDuckDb(literal: Literal): Fragment {
  const { type } = literal;
  if (type === 'hex' || type === 'bit') return [constant(literal)];
  const value = boundValue(literal, type);
  switch (type) {
    case 'decimal':
      return sql`CAST(${[value]} AS ${observe(literal, decimalType)})`;
    case 'date':
    case 'time':
    case 'timestamp':
      return sql`CAST(${[value]} AS ${type.toUpperCase()})`;
    default:
      return [value];
  }
}

function emitRegexp(node: Regexp<Resolved>, emit: EmitChild): Fragment {
  return sql`${node.negated ? 'NOT ' : ''}regexp_matches(${textOf(node.operand, emit)}, ${textOf(node.pattern, emit)}, 'i')`;
}
