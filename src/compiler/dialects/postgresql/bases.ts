import { type Fragment, sql } from '../../emit';
import { NUMBER_TYPES, typeOf, type ValueType } from '../../values';
import { type Arguments, nodeAt, type Writer } from '../translation';
import { number, text } from './arguments';
import { bytesOf } from './texts';
import { bind, bindOnce } from './bind';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const LARGEST = '18446744073709551615';

/** PostgreSQL expressions for the MySQL functions that convert numbers between bases. */
export const BASE_FUNCTIONS: Readonly<Record<string, Writer>> = {
  HEX: hex,
  UNHEX: (call) =>
    sql`CASE WHEN ${text(call, 0)} ~* '^[0-9a-f]*$' THEN decode(repeat('0', length(${text(call, 0)}) % 2) || ${text(call, 0)}, 'hex') END`,
  BIN: (call) => inBase(wholeOf(call, 10), 2),
  OCT: (call) => inBase(wholeOf(call, 10), 8),
  CONV: (call) => inBase(wholeOf(call, baseAt(call, 1)), baseAt(call, 2)),
  BIT_COUNT: (call) => {
    const whole = sql`round(CAST(${number(call, 0)} AS NUMERIC))`;
    return sql`bit_count(CAST(CASE WHEN ${whole} > 9223372036854775807 THEN ${whole} - 18446744073709551616 ELSE ${whole} END AS BIGINT)::bit(64))`;
  },
};

function baseAt(call: Arguments, index: number): number {
  const node = nodeAt(call, index);
  return node.kind === 'literal' ? Number(node.text) : 10;
}

const NUMBERS: ReadonlySet<ValueType> = new Set<ValueType>([...NUMBER_TYPES, 'truth', 'boolean']);

/** Writes HEX: a number in base 16, or the bytes of a string. */
function hex(call: Arguments): Fragment {
  if (NUMBERS.has(typeOf(nodeAt(call, 0))))
    return sql`upper(to_hex(CAST(round(CAST(${number(call, 0)} AS NUMERIC)) AS BIGINT)))`;
  return sql`upper(encode(${bytesOf(call, 0)}, 'hex'))`;
}

/**
 * Writes the leading whole number of a string as an unsigned 64-bit integer. A greater number becomes the maximum; the
 * empty string becomes NULL.
 */
function wholeOf(call: Arguments, base: number): Fragment {
  const digit = `strpos('${DIGITS}', SUBSTRING(m[2], length(m[2]) - i, 1)) - 1`;
  const sum = `(SELECT COALESCE(SUM((${digit}) * power(${base}::numeric, i)), 0) FROM generate_series(0, length(m[2]) - 1) AS i)`;
  const limited = `CASE WHEN m[1] = '-' AND LEAST(s, ${LARGEST}) > 0 THEN ${LARGEST} - LEAST(s, ${LARGEST}) + 1 ELSE LEAST(s, ${LARGEST}) END`;
  const match = sql`regexp_match(lower(NULLIF(${text(call, 0)}, '')), '^\\s*([-+]?)([${DIGITS.slice(0, base)}]*)')`;
  return bindOnce('m', match, sql`CASE WHEN m IS NOT NULL THEN ${bind('s', [sum], [limited])} END`, call.nodes);
}

/** Writes an unsigned number in a base. */
function inBase(value: Fragment, base: number): Fragment {
  const digit = `SUBSTRING('${DIGITS.toUpperCase()}', CAST(div(v, power(${base}::numeric, i)) % ${base} AS INTEGER) + 1, 1)`;
  const digits = `(SELECT string_agg(${digit}, '' ORDER BY i DESC) FROM generate_series(0, 63) AS i WHERE v IS NOT NULL AND (i = 0 OR v >= power(${base}::numeric, i)))`;
  return bind('v', sql`CAST(${value} AS NUMERIC)`, [digits]);
}
