import { MOST_TEXT_BYTES, type Cast, type Like, type Literal } from '../../../model';
import { printBacktrackingPattern, printPlainLike } from '../../like';
import { NUMBER_TYPES, type Resolved, TEMPORAL_TYPES, typeOf, type ValueType } from '../../values';
import { boundValue, observe } from '../../trace';
import {
  decimalType,
  type Dialect,
  type EmitChild,
  type Expression,
  type Fragment,
  heldType,
  NUMBERS,
  printConstant,
  rewritePattern,
  sql,
  WHOLE_NUMBER,
} from '../../emit';
import { emitMySqlCall, orderItem } from './functions';
import { applyOffsets } from './offsets';
import { typeNulls } from './typed-nulls';
import { tieOuterConstants } from './outer-constants';

/**
 * Supplementary characters. Names on these servers cannot contain them. In the name of an output column, each is
 * written as its code point.
 */
const SUPPLEMENTARY = /[\u{10000}-\u{10FFFF}]/gu;
const codeOf = (character: string): string => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;

/** The greatest size of a string, in bytes. EXP of this number is an error of the server, which the engine recognizes by the number. */
const TEXT_LIMIT = String(MOST_TEXT_BYTES);

const OPERATORS: Readonly<Partial<Record<string, string>>> = { and: 'AND', or: 'OR', xor: 'XOR', div: 'DIV' };

/** The emitter for the MySQL family. The query language follows this dialect, so nearly all SQL stays unchanged. */
export const emitter: Dialect = {
  name: 'mysql',
  placeholders: 'positional',
  prepare: (query) => applyOffsets(tieOuterConstants(typeNulls(query))),
  quoteName: (name) => `\`${name.replaceAll('`', '``').replaceAll(SUPPLEMENTARY, codeOf)}\``,
  constant,
  bound: boundMySql,
  truthValue: (condition) => condition,
  condition: (value) => value,
  binary: ({ operator }, left, right) => sql`${left} ${OPERATORS[operator] ?? operator} ${right}`,
  cast: emitCast,
  alike: (value) => value,
  exact: (value) => value,
  text: (value) => value,
  byteLength: (value) => sql`COALESCE(LENGTH(${value}), 0) * 1e0`,
  hasRoom: (bytes) => sql`EXP(CASE WHEN ${TEXT_LIMIT} < ${bytes} THEN ${TEXT_LIMIT} ELSE 0 END)`,
  number: (value) => value,
  collate: (node, emit) => sql`${emit.value(node.operand)} COLLATE ${node.collation}`,
  transcode: (node, emit) => sql`CONVERT(${emit.bare(node.operand)} USING ${node.charset})`,
  interval: (node, emit) => sql`INTERVAL ${emit.value(node.value)} ${node.unit}`,
  addInterval: (date, operator, interval, emit) =>
    sql`${emit.value(date)} ${operator} INTERVAL ${emit.value(interval.value)} ${interval.unit}`,
  extract: (node, emit) => sql`EXTRACT(${node.unit} FROM ${emit.value(node.operand)})`,
  like: emitLike,
  regexp: (node, emit) =>
    sql`${emit.value(node.operand)} ${node.negated ? 'NOT ' : ''}REGEXP ${emit.value(node.pattern)}`,
  call: emitMySqlCall,
  orderItem,
  rollup: (keys) => sql`GROUP BY ${keys} WITH ROLLUP`,
  slice: (limit, offset) => {
    if (offset === undefined) return limit === undefined ? '' : `LIMIT ${limit}`;
    return `LIMIT ${limit ?? '18446744073709551615'} OFFSET ${offset}`;
  },
};

/**
 * Types whose values, converted to strings, adopt the collation of a column. CAST insists on the collation of the
 * connection, and a UNION rejects a mix of the two.
 */
const WITHOUT_COLLATION: ReadonlySet<ValueType> = new Set<ValueType>(['boolean', ...NUMBER_TYPES, ...TEMPORAL_TYPES]);

function emitCast(node: Cast<Resolved>, emit: EmitChild): Fragment {
  const { operand, type } = node;
  if (type.name === 'number') return wholeNumber(operand, emit);
  if (type.name === 'boolean') return sql`(${emit.value(operand)} <> 0)`;
  if (type.name === 'bits') return sql`CAST(${emit.bare(operand)} AS UNSIGNED)`;
  if (type.name === 'bytes') return sql`FROM_BASE64(${emit.bare(operand)})`;
  // Compares bytes: under another collation, values that differ only in letter case would be equal.
  if (type.name === 'base64') return sql`(REPLACE(TO_BASE64(${emit.bare(operand)}), '\\n', '') COLLATE utf8mb4_bin)`;
  return isNumberAsText(node)
    ? sql`CONCAT(${emit.bare(node.operand)})`
    : sql`CAST(${emit.bare(node.operand)} AS ${mysqlCastType(node.type)})`;
}

/** Writes a cast to a whole number. CONCAT returns the label of an ENUM; without it, the number would be its position. */
function wholeNumber(operand: Expression, emit: EmitChild): Fragment {
  if (NUMBERS.has(heldType(operand))) return emit.value(operand);
  const pattern = quoteText(`(?i)\\A${WHOLE_NUMBER}\\z`);
  return sql`CASE WHEN ${emit.value(operand)} REGEXP ${pattern} THEN CONCAT(${emit.bare(operand)}) + 0e0 END`;
}

/** Casts that read a column as the type of its property. */
const READINGS: ReadonlySet<string> = new Set(['boolean', 'bits']);

function isNumberAsText({ operand, type }: Cast<Resolved>): boolean {
  return (
    type.name === 'char' &&
    type.length === undefined &&
    (operand.kind === 'reference' || (operand.kind === 'cast' && READINGS.has(operand.type.name))) &&
    WITHOUT_COLLATION.has(typeOf(operand))
  );
}

function constant(literal: Literal): string {
  return printConstant(literal, { text: quoteText, hex: hexadecimal, bit: (digits) => `b'${digits}'` });
}

/** Writes a hexadecimal literal in the form that every server of the family treats as a number among numbers. */
function hexadecimal(digits: string): string {
  return digits === '' ? "x''" : `0x${digits}`;
}

/** Quotes a string. This is safe under the `sql_mode` that the engine sets when it connects (backslash escapes enabled). */
function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`;
}

/** Binds a value. Temporal and decimal values are cast, so that no comparison uses inexact numbers or strings. */
function boundMySql(literal: Literal): Fragment {
  const { type } = literal;
  if (type === 'hex' || type === 'bit') return [constant(literal)];
  const value = boundValue(literal, type);
  switch (type) {
    case 'decimal':
      return sql`CAST(${[value]} AS ${observe(literal, decimalType)})`;
    case 'date':
      return sql`CAST(${[value]} AS DATE)`;
    case 'time':
      return sql`CAST(${[value]} AS TIME${observe(literal, fractionDigits)})`;
    case 'timestamp':
      return sql`CAST(${[value]} AS DATETIME${observe(literal, fractionDigits)})`;
    default:
      return [value];
  }
}

/** Returns the precision of this fraction of a second, in parentheses. */
function fractionDigits({ text }: Literal): string {
  const fraction = text.split('.')[1];
  return fraction === undefined ? '' : `(${fraction.length})`;
}

function mysqlCastType(type: Cast<Resolved>['type']): string {
  switch (type.name) {
    case 'decimal':
      return type.precision === undefined ? 'DECIMAL' : `DECIMAL(${type.precision}, ${type.scale ?? 0})`;
    case 'char':
    case 'binary':
    case 'time':
    case 'datetime':
      return `${type.name.toUpperCase()}${type.length === undefined ? '' : `(${type.length})`}`;
    default:
      return type.name.toUpperCase();
  }
}

/** Writes the string that LIKE matches. Times have the form of responses, with six fractional digits or none. */
function textToMatch(operand: Expression, emit: EmitChild): Fragment {
  const type = typeOf(operand);
  const value = emit.value(operand);
  if (type === 'string') return value;
  const precise = type === 'time' ? 'TIME(6)' : type === 'timestamp' ? 'DATETIME(6)' : undefined;
  return precise === undefined
    ? sql`CAST(${value} AS CHAR)`
    : sql`REPLACE(CAST(CAST(${value} AS ${precise}) AS CHAR), '.000000', '')`;
}

function emitLike({ pattern, escape, ...node }: Like<Resolved>, emit: EmitChild): Fragment {
  const operand = textToMatch(node.operand, emit);
  const not = node.negated ? 'NOT ' : '';
  if (pattern.kind !== 'literal') return sql`${operand} ${not}LIKE ${emit.value(pattern)}`;
  const plain = rewritePattern(pattern, escape, (read) => printPlainLike(read, '\\'));
  if (plain !== undefined) return sql`${operand} ${not}LIKE ${emit.value(plain)}`;
  const regexp = rewritePattern(pattern, escape, printBacktrackingPattern);
  return sql`${operand} ${not}REGEXP ${emit.value(regexp ?? pattern)}`;
}
