import { ServiceError } from '../../../errors';
import type { Binary, BinaryOperator, Collate, Literal } from '../../../model';
import {
  ARITHMETIC_OPERATORS,
  BIT_OPERATORS,
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
import { emitCast } from './casts';
import { emitAddInterval, emitExtract, emitInterval } from './dates';
import { emitPostgreSqlCall } from './functions';
import { emitLike, emitRegexp } from './likes';
import { orderItem } from './order-item';
import { DEFAULT_COLLATION, prepare } from './prepare';
import { hasRoom } from './room';
import { shortName } from './short-name';
import { alike, asDouble, asNumber, asText, textOf } from './values';

/** The emitter for PostgreSQL, which translates MySQL's functions and operators. */
export const emitter: Dialect = {
  name: 'postgresql',
  placeholders: 'numbered',
  quoteName: (name) => `"${shortName(name).replaceAll('"', '""')}"`,
  prepare,
  constant,
  bound,
  truthValue: (condition) => sql`CAST((${condition}) AS INTEGER)`,
  condition: emitCondition,
  binary: emitBinary,
  cast: emitCast,
  alike,
  exact: asDecimal,
  text: (value, node) => asText(value, heldType(node)),
  byteLength: (value, node) =>
    sql`CAST(COALESCE(octet_length(${typeOf(node) === 'binary' ? value : asText(value, heldType(node))}), 0) AS DOUBLE PRECISION)`,
  hasRoom,
  number: asNumber,
  collate: emitCollate,
  transcode: (node, emit) => emit.bare(node.operand),
  interval: emitInterval,
  addInterval: emitAddInterval,
  extract: emitExtract,
  like: emitLike,
  regexp: emitRegexp,
  call: emitPostgreSqlCall,
  orderItem,
  rollup: (keys) => sql`GROUP BY ROLLUP (${keys})`,
  slice: (limit, offset) =>
    [limit === undefined ? '' : `LIMIT ${limit}`, offset === undefined ? '' : `OFFSET ${offset}`]
      .filter((part) => part !== '')
      .join(' '),
};

/** Nodes of conditions that PostgreSQL evaluates to a boolean. All others hold the number 1 or 0. */
const BOOLEANS: ReadonlySet<Expression['kind']> = new Set([
  'unary',
  'binary',
  'is',
  'between',
  'in-list',
  'in-query',
  'like',
  'regexp',
  'exists',
  'quantified',
] as const);

/** Writes a value as a condition. A number is true if it is not 0. */
function emitCondition(value: Fragment, node: Expression): Fragment {
  if (node.kind === 'literal' && node.type === 'boolean') return [node.text.toUpperCase()];
  const type = heldType(node);
  if (type === 'truth' && (BOOLEANS.has(node.kind) || (node.kind === 'call' && node.name === 'ISNULL'))) return value;
  if (type === 'null' || (type === 'unknown' && node.kind === 'reference')) return sql`CAST(${value} AS BOOLEAN)`;
  return NUMBERS.has(type) || type === 'unknown' ? sql`(${value}) <> 0` : value;
}

/**
 * Writes COLLATE. A MySQL collation named `_ci` ignores letter case, and also accents unless its name contains `_as_`.
 * All other collations distinguish every code point.
 */
function emitCollate({ operand, collation }: Collate<Resolved>, emit: EmitChild): Fragment {
  const value = textOf(operand, emit);
  if (collation === DEFAULT_COLLATION) return sql`${value} COLLATE "default"`;
  if (!/_ci$/i.test(collation)) return sql`${value} COLLATE "C"`;
  const plain = /_as_/i.test(collation)
    ? value
    : sql`regexp_replace(normalize(${value}, NFD), '[\\u0300-\\u036f]', '', 'g')`;
  return sql`LOWER(${plain}) COLLATE "C"`;
}

const OPERATORS: Readonly<Partial<Record<BinaryOperator, string>>> = {
  and: 'AND',
  or: 'OR',
  '^': '#',
  '<=>': 'IS NOT DISTINCT FROM',
};
const SHIFTS: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['<<', '>>']);

function emitBinary(node: Binary<Resolved>, left: Fragment, right: Fragment): Fragment {
  const { operator } = node;
  if (ARITHMETIC_OPERATORS.has(operator)) return emitArithmetic(node, left, right);
  if (operator === 'xor') return sql`(${left}) <> (${right})`;
  if (COMPARISON_OPERATORS.has(operator)) return emitComparison(node, left, right);
  if (BIT_OPERATORS.has(operator)) return emitBits(node, left, right);
  return sql`${left} ${OPERATORS[operator] ?? operator} ${right}`;
}

/** Writes a bit operator. PostgreSQL would shift by the remainder of a division by 64, and within the size of a column. */
function emitBits(node: Binary<Resolved>, left: Fragment, right: Fragment): Fragment {
  const { operator } = node;
  const [l, r] = [asNumber(left, node.left), asNumber(right, node.right)];
  if (!SHIFTS.has(operator)) return sql`${l} ${OPERATORS[operator] ?? operator} ${r}`;
  const whole = sql`CAST(${l} AS BIGINT)`;
  return sql`CASE WHEN ${r} NOT BETWEEN 0 AND 63 THEN ${whole} & 0 ELSE ${whole} ${operator} CAST(${r} AS INTEGER) END`;
}

/** Writes a comparison. A string compared with a number is compared as its leading number. */
function emitComparison(node: Binary<Resolved>, left: Fragment, right: Fragment): Fragment {
  if (isBeyondDay(node.left) || isBeyondDay(node.right))
    return sql`${microseconds(left, node.left)} ${OPERATORS[node.operator] ?? node.operator} ${microseconds(right, node.right)}`;
  const mixed = isText(node.left) ? isNumber(node.right) : isText(node.right) && isNumber(node.left);
  const side = (value: Fragment, child: Expression): Fragment => {
    if (typeOf(child) === 'null') return ['NULL'];
    const other = child === node.left ? node.right : node.left;
    if (isText(child) && child.kind === 'literal' && isUntyped(other)) return [boundValue(child, 'unknown')];
    return mixed ? asNumber(value, child) : value;
  };
  return sql`${side(left, node.left)} ${OPERATORS[node.operator] ?? node.operator} ${side(right, node.right)}`;
}

/** Writes a time in microseconds, so that it is compared with one that exceeds a day. */
function microseconds(value: Fragment, node: Expression): Fragment {
  return isBeyondDay(node) ? [microsecondsOf(node)] : sql`EXTRACT(EPOCH FROM ${value}) * 1000000`;
}

const isText = (node: Expression): boolean => typeOf(node) === 'string';
/** Returns whether only the server knows the type of a column, such as UUID. It then reads a literal as one of that type. */
const isUntyped = (node: Expression): boolean => node.kind === 'reference' && typeOf(node) === 'unknown';
const isNumber = (node: Expression): boolean => NUMBERS.has(typeOf(node));

function emitArithmetic(node: Binary<Resolved>, left: Fragment, right: Fragment): Fragment {
  const { operator } = node;
  const [l, r] = [asNumber(left, node.left), asNumber(right, node.right)];
  const isWhole = scaleOf(node.left) === 0 && scaleOf(node.right) === 0;
  switch (operator) {
    case '/':
      return sql`${isWhole || !isInexactType(node) ? withDigits(sql`CAST(${l} AS NUMERIC)`, node) : l} / NULLIF(${r}, 0)`;
    case 'div':
      return isWhole
        ? sql`${l} / NULLIF(${r}, 0)`
        : sql`CAST(div(CAST(${l} AS NUMERIC), NULLIF(CAST(${r} AS NUMERIC), 0)) AS BIGINT)`;
    case '%':
      return isDouble(node.left) || isDouble(node.right)
        ? sql`CAST(CAST(${l} AS NUMERIC) % NULLIF(CAST(${r} AS NUMERIC), 0) AS DOUBLE PRECISION)`
        : sql`${l} % NULLIF(${r}, 0)`;
    default:
      return sql`${widened(l, node)} ${operator} ${r}`;
  }
}

/** Gives a dividend the decimal places of the quotient: a quotient of great numbers would have fewer. */
function withDigits(dividend: Fragment, quotient: Binary<Resolved>): Fragment {
  const scale = scaleOf(quotient);
  return scale === undefined ? dividend : sql`(${dividend} + 0.${'0'.repeat(scale)})`;
}

const DOUBLES: ReadonlySet<ValueType> = new Set<ValueType>(['float', 'double', 'string']);
const isDouble = (node: Expression): boolean => DOUBLES.has(heldType(node)) || typeOf(node) === 'double';

const isInexactType = (node: Binary<Resolved>): boolean => {
  const type = typeOf(node);
  return type === 'double' || type === 'float';
};

const NARROW: ReadonlySet<ValueType> = new Set<ValueType>(['smallint', 'integer', 'boolean', 'truth']);

/** Widens an operand to the size in which MySQL computes: integers to 64 bits, inexact numbers to double precision. */
function widened(value: Fragment, { left, right }: Binary<Resolved>): Fragment {
  if (NARROW.has(typeOf(left)) && NARROW.has(typeOf(right))) return sql`CAST(${value} AS BIGINT)`;
  return typeOf(left) === 'float' && typeOf(right) === 'float' ? asDouble(value, left) : value;
}

/** Rounds an exact number to the scale that it has in MySQL, because PostgreSQL chooses the digits of a quotient by its size. */
function asDecimal(value: Fragment, node: Expression): Fragment {
  const scale = typeOf(node) === 'decimal' && (isInexact(node) || isMixed(node)) ? scaleOf(node) : undefined;
  return scale === undefined ? value : sql`round(${value}, ${String(scale)})`;
}

/** Returns whether the values from which a node chooses have several scales. Each keeps its own in PostgreSQL. */
function isMixed(node: Expression): boolean {
  const scales = new Set(
    alternativesOf(node)
      .filter((value) => typeOf(value) !== 'null')
      .map(scaleOf),
  );
  return scales.size > 1;
}

const CHOOSING: ReadonlySet<string> = new Set(['IF', 'IFNULL', 'COALESCE', 'GREATEST', 'LEAST']);

function alternativesOf(node: Expression): readonly Expression[] {
  if (node.kind === 'case')
    return [...node.branches.map(({ then }) => then), ...(node.otherwise ? [node.otherwise] : [])];
  if (node.kind !== 'call' || !CHOOSING.has(node.name)) return [];
  return node.arguments.filter((argument) => isExpression(argument)).slice(node.name === 'IF' ? 1 : 0);
}

const PASSING: ReadonlySet<string> = new Set(['SUM', 'ROUND', 'TRUNCATE', 'ABS']);

function isInexact(node: Expression): boolean {
  if (node.kind === 'unary') return isInexact(node.operand);
  if (node.kind === 'binary') return node.operator === '/' || isInexact(node.left) || isInexact(node.right);
  if (node.kind !== 'call') return false;
  const [first] = node.arguments;
  return node.name === 'AVG' || (PASSING.has(node.name) && first !== undefined && isExpression(first) && isInexact(first)); // prettier-ignore
}

/** The types of NULL that are not strings. */
const TYPES: Readonly<Partial<Record<string, string>>> = {
  string: 'TEXT',
  boolean: 'BOOLEAN',
  smallint: 'SMALLINT',
  integer: 'INTEGER',
  bigint: 'BIGINT',
  decimal: 'NUMERIC',
  float: 'DOUBLE PRECISION',
  double: 'DOUBLE PRECISION',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
};

function refuseNul({ at }: Literal): never {
  throw new ServiceError('plan_unsupported', 'strings of PostgreSQL cannot contain the character NUL', { offset: at });
}

function constant(literal: Literal): string {
  const { type, of, text } = literal;
  if (type === 'boolean') return text === 'true' ? '1' : '0';
  if (type === 'double') return `${text}::double precision`;
  if (type === 'null' && of !== undefined) return `CAST(NULL AS ${TYPES[of] ?? 'TEXT'})`;
  return printConstant(literal, {
    text: quoteText,
    hex: (digits) => `'\\x${digits}'::bytea`,
    bit: (digits) => String(BigInt(`0b0${digits}`)),
  });
}

/** Quotes a string. Backslashes have no meaning there, and PostgreSQL's strings cannot contain a NUL character. */
function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The type of each placeholder, because PostgreSQL cannot always infer it. */
const BOUND: Readonly<Record<Exclude<Literal['type'], 'hex' | 'bit' | 'null' | 'boolean'>, string>> = {
  integer: 'bigint',
  decimal: 'numeric',
  double: 'double precision',
  string: 'text',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
};

function bound(literal: Literal): Fragment {
  const { type } = literal;
  if (type === 'string' && observe(literal, ({ text }) => text.includes('\0'))) refuseNul(literal);
  if (type === 'hex' || type === 'bit' || type === 'null' || type === 'boolean') return [constant(literal)];
  const isLong = type === 'integer' && observe(literal, ({ text }) => text.length > 18);
  return sql`${[boundValue(literal, type)]}::${isLong ? 'numeric' : BOUND[type]}`;
}
