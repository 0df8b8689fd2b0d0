import { NUMBER_TYPES, typeOf, type ValueType } from '../../values';
import { at, nodeAt, type Arguments, type Writer } from '../translation';
import { text } from './arguments';
import { asNumber } from './values';
import { type Fragment, sql } from '../../emit';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const LARGEST = '18446744073709551615';

/** DuckDB expressions for the MySQL functions that convert numbers between bases. */
export const BASE_FUNCTIONS: Readonly<Record<string, Writer>> = {
  HEX: hex,
  UNHEX: (call) => sql`TRY(unhex(${text(call, 0)}))`,
  BIN: (call) => inBase(wholeOf(text(call, 0), 10), 2),
  OCT: (call) => inBase(wholeOf(text(call, 0), 10), 8),
  CONV: (call) => inBase(wholeOf(text(call, 0), baseAt(call, 1)), baseAt(call, 2)),
  BIT_COUNT: (call) => sql`bit_count(CAST(round(${asNumber(at(call.values, 0), nodeAt(call, 0))}) AS BIGINT))`,
};

function baseAt(call: Arguments, index: number): number {
  const node = nodeAt(call, index);
  return node.kind === 'literal' ? Number(node.text) : 10;
}

const NUMBERS: ReadonlySet<ValueType> = new Set<ValueType>([...NUMBER_TYPES, 'truth', 'boolean']);

/** Writes HEX: a number in base 16, or the bytes of a string. */
function hex(call: Arguments): Fragment {
  const type = typeOf(nodeAt(call, 0));
  if (NUMBERS.has(type)) return sql`hex(CAST(round(${asNumber(at(call.values, 0), nodeAt(call, 0))}) AS BIGINT))`;
  return sql`hex(${type === 'binary' ? at(call.values, 0) : text(call, 0)})`;
}

/**
 * Writes the leading whole number of a string as an unsigned 64-bit integer. A greater number becomes the maximum; the
 * empty string becomes NULL.
 */
function wholeOf(value: Fragment, base: number): Fragment {
  const digits = sql`string_split(lower(regexp_extract(${value}, '^\\s*[-+]?([${DIGITS.slice(0, base)}]*)', 1, 'i')), '')`;
  const numbers = sql`list_transform(list_filter(${digits}, lambda d: d <> ''), lambda d: CAST(instr('${DIGITS}', d) - 1 AS UHUGEINT))`;
  const sum = sql`list_reduce([0::UHUGEINT] || ${numbers}, lambda a, b: LEAST(a * ${String(base)} + b, ${LARGEST}::UHUGEINT))`;
  return sql`CASE WHEN ${value} <> '' THEN CASE WHEN starts_with(ltrim(${value}), '-') AND ${sum} > 0 THEN ${LARGEST}::UHUGEINT - ${sum} + 1 ELSE ${sum} END END`;
}

/** Writes a number in a base. DuckDB's `to_base` accepts 63 bits, so the last digit is written separately. */
function inBase(value: Fragment, base: number): Fragment {
  const radix = String(base);
  const written = sql`CASE WHEN v < ${radix} THEN '' ELSE to_base(CAST(v // ${radix} AS BIGINT), ${radix}) END || to_base(CAST(v % ${radix} AS BIGINT), ${radix})`;
  return sql`list_transform([${value}], lambda v: ${written})[1]`;
}
