import { typeOf } from '../../values';
import { at, atLeastZero, nodeAt, type Arguments, type Writer } from '../translation';
import { place, text, whole } from './arguments';
import { asNumber, asText } from './values';
import { type Expression, type Fragment, join, sql } from '../../emit';

/** Writes a function whose arguments are all strings. */
export const textCall =
  (name: string): Writer =>
  (call) =>
    sql`${name}(${join(
      call.nodes.map((_, index) => text(call, index)),
      ', ',
    )})`;
/** Writes LPAD or RPAD, which are NULL for a negative length. */
export const padded =
  (name: string): Writer =>
  (call) => {
    const written = sql`${name}(${text(call, 0)}, ${whole(call, 1)}, ${text(call, 2)})`;
    const length = nodeAt(call, 1);
    const isSure = length.kind === 'literal' && Number(length.text) >= 0;
    return isSure ? written : sql`CASE WHEN ${place(call, 1)} >= 0 THEN ${written} END`;
  };
export const cutAt =
  (side: 'LEFT' | 'RIGHT'): Writer =>
  (call) =>
    sql`${side}(${text(call, 0)}, ${atLeastZero(place(call, 1))})`;

/** Writes the concatenation of all arguments, which is NULL if one of them is NULL. */
export function concat(call: Arguments): Fragment {
  return sql`(${join(
    call.nodes.map((_, index) => text(call, index)),
    ' || ',
  )})`;
}

/** Writes the position of a substring without regard to letter case, or 0 if it does not occur. */
export function locate(whole: Fragment, sought: Fragment, from: Fragment | undefined): Fragment {
  if (from === undefined) return sql`instr(LOWER(${whole}), LOWER(${sought}))`;
  const rest = sql`instr(LOWER(SUBSTRING(${whole}, ${from})), LOWER(${sought}))`;
  return sql`CASE WHEN ${rest} = 0 OR (${from} < 1 AND ${rest} IS NOT NULL) THEN 0 ELSE ${rest} + ${from} - 1 END`;
}

/** Writes SUBSTRING_INDEX: the part before the n-th separator, or for a negative count, the part after the n-th separator from the end. */
export function substringIndex(call: Arguments): Fragment {
  const parts = sql`string_split(${text(call, 0)}, ${text(call, 1)})`;
  const count = place(call, 2);
  const slice = sql`CASE WHEN ${count} >= 0 THEN list_slice(${parts}, 1, ${count}) ELSE list_slice(${parts}, GREATEST(len(${parts}) + ${count} + 1, 1), len(${parts})) END`;
  const separator = nodeAt(call, 1);
  if (separator.kind === 'literal' && separator.type !== 'null')
    return sql`array_to_string(${slice}, ${text(call, 1)})`;
  const joined = sql`list_reduce(l, lambda a, b: a || ${text(call, 1)} || b)`;
  return sql`list_transform([${slice}], lambda l: CASE WHEN ${text(call, 1)} IS NULL THEN NULL WHEN len(l) = 0 THEN '' ELSE ${joined} END)[1]`;
}

/** Writes SUBSTRING. A position outside the string or a negative length returns the empty string. */
export function substring(call: Arguments): Fragment {
  const [all, position] = [text(call, 0), place(call, 1)];
  const length = call.nodes.length > 2 ? [atLeastZero(place(call, 2))] : [];
  const cut = sql`SUBSTRING(${join([all, position, ...length], ', ')})`;
  const start = nodeAt(call, 1);
  if (start.kind === 'literal' && Number(start.text) > 0) return cut;
  return sql`CASE WHEN ${all} IS NOT NULL AND (${position} = 0 OR -${position} > length(${all})) THEN '' ELSE ${cut} END`;
}

/** Writes ASCII: the number of the first byte, or 0 for the empty string. */
export function ascii(call: Arguments): Fragment {
  const value = text(call, 0);
  return sql`CASE WHEN ${value} = '' THEN 0 ELSE CAST('0x' || LEFT(hex(${value}), 2) AS INTEGER) END`;
}

/** Writes STRCMP: the order of two strings, as `<` defines it. */
export function compareTexts(call: Arguments): Fragment {
  const [left, right] = [text(call, 0), text(call, 1)];
  return sql`CASE WHEN ${left} < ${right} THEN -1 WHEN ${left} = ${right} THEN 0 WHEN ${left} > ${right} THEN 1 END`;
}

/**
 * Writes FIELD: the position of the first argument among the others, or 0. If all are strings, they compare as strings,
 * otherwise as numbers.
 */
export function field(call: Arguments): Fragment {
  const areTexts = call.nodes.every((node) => TEXTS.has(typeOf(node)));
  const side = (value: Fragment, node: Expression): Fragment =>
    areTexts ? asText(value, typeOf(node)) : asNumber(value, node);
  const [sought = [], ...others] = call.nodes.map((node, index) => side(at(call.values, index), node));
  const places = others.map((other, index) => sql` WHEN ${sought} = ${other} THEN ${String(index + 1)}`);
  return sql`CASE${join(places, '')} ELSE 0 END`;
}

const TEXTS: ReadonlySet<string> = new Set(['string', 'date', 'time', 'timestamp', 'null', 'unknown']);

/** Writes ELT: the value at a position, as a string. */
export function elementAt(call: Arguments): Fragment {
  const index = whole(call, 0);
  const values = call.nodes.slice(1).map((_, place) => sql` WHEN ${String(place + 1)} THEN ${text(call, place + 1)}`);
  return sql`CASE ${index}${join(values, '')} END`;
}

/** Writes FIND_IN_SET: the position of a string in a comma-separated list, or 0. */
export function findInSet(call: Arguments): Fragment {
  const [sought, list] = [text(call, 0), text(call, 1)];
  return sql`CASE WHEN ${sought} IS NULL OR ${list} IS NULL THEN NULL WHEN ${list} = '' THEN 0 ELSE COALESCE(list_position(string_split(${list}, ','), ${sought}), 0) END`;
}

/** Writes FORMAT: a number with commas between thousands and the given number of decimal places. */
export function formatNumber(call: Arguments): Fragment {
  const [number, digits] = [nodeAt(call, 0), nodeAt(call, 1)];
  const places = digits.kind === 'literal' ? digits.text : '0';
  const value = asNumber(at(call.values, 0), number);
  const rounded = INEXACT.has(typeOf(number)) ? sql`round_even(${value}, ${places})` : value;
  const exact = sql`CAST(${rounded} AS DECIMAL(38, ${places}))`;
  const fraction = places === '0' ? [] : sql` || RIGHT(CAST(v AS VARCHAR), ${String(Number(places) + 1)})`;
  const written = sql`CASE WHEN v < 0 THEN '-' ELSE '' END || format('{:,}', CAST(trunc(abs(v)) AS HUGEINT))${fraction}`;
  return sql`list_transform([${exact}], lambda v: ${written})[1]`;
}

const INEXACT: ReadonlySet<string> = new Set(['float', 'double', 'string', 'unknown']);

/** Writes REGEXP_REPLACE, which ignores letter case as REGEXP does. */
export const replaceMatches = (call: Arguments): Fragment => {
  const [pattern, replacement] = [text(call, 1), text(call, 2)];
  return sql`CASE WHEN ${pattern} = '' THEN ${text(call, 0)} ELSE regexp_replace(${text(call, 0)}, ${pattern}, ${replacement}, 'gi') END`;
};

export const firstMatch = (call: Arguments): Fragment =>
  sql`regexp_extract(${text(call, 0)}, ${text(call, 1)}, 0, 'i')`;

/** Writes REGEXP_INSTR: one more than the length of the shortest string before a match, or 0 without a match. */
export function placeOfMatch(call: Arguments): Fragment {
  const [value, pattern] = [text(call, 0), text(call, 1)];
  const before = sql`regexp_extract(${value}, '^((?s:.*?))(?:' || ${pattern} || ')', 1, 'i')`;
  return sql`CASE WHEN regexp_matches(${value}, ${pattern}, 'i') THEN length(${before}) + 1 ELSE CASE WHEN ${value} || ${pattern} IS NOT NULL THEN 0 END END`;
}
