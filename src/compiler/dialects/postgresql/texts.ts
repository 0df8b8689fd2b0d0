import { derive } from '../../trace';
import { typeOf } from '../../values';
import { type Expression, type Fragment, heldType, join, sql } from '../../emit';
import { type Arguments, at, atLeastZero, nodeAt, type Writer } from '../translation';
import { double, place, text } from './arguments';
import { patternOf } from './regexps';
import { asNumber, asText } from './values';

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
    const written = sql`${name}(${text(call, 0)}, ${place(call, 1)}, ${text(call, 2)})`;
    const length = nodeAt(call, 1);
    const isSure = length.kind === 'literal' && Number(length.text) >= 0;
    return isSure ? written : sql`CASE WHEN ${place(call, 1)} >= 0 THEN ${written} END`;
  };

export const cutAt =
  (side: 'LEFT' | 'RIGHT'): Writer =>
  (call) => {
    const count = nodeAt(call, 1);
    const isSure = count.kind === 'literal' && Number(count.text) >= 0;
    return sql`${side}(${text(call, 0)}, ${isSure ? place(call, 1) : atLeastZero(place(call, 1))})`;
  };

/** Writes the bytes of a string. */
export const bytesOf = (call: Arguments, index: number): Fragment =>
  typeOf(nodeAt(call, index)) === 'binary' ? at(call.values, index) : sql`convert_to(${text(call, index)}, 'UTF8')`;

/** Writes the concatenation of all arguments, which is NULL if one of them is NULL. */
export function concat(call: Arguments): Fragment {
  return sql`(${join(
    call.nodes.map((_, index) => text(call, index)),
    ' || ',
  )})`;
}

/** Writes the position of a substring without regard to letter case, or 0 if it does not occur. */
export function locate(whole: Fragment, sought: Fragment, from: Fragment | undefined): Fragment {
  if (from === undefined) return sql`strpos(LOWER(${whole}), LOWER(${sought}))`;
  const rest = sql`strpos(LOWER(SUBSTRING(${whole}, ${from})), LOWER(${sought}))`;
  return sql`CASE WHEN ${rest} = 0 OR (${from} < 1 AND ${rest} IS NOT NULL) THEN 0 ELSE ${rest} + ${from} - 1 END`;
}

/** Writes SUBSTRING_INDEX: the part before the n-th separator, or for a negative count, the part after the n-th separator from the end. */
export function substringIndex(call: Arguments): Fragment {
  const parts = sql`string_to_array(${text(call, 0)}, ${text(call, 1)})`;
  const count = place(call, 2);
  const slice = sql`CASE WHEN ${count} >= 0 THEN (${parts})[1:${count}] ELSE (${parts})[GREATEST(cardinality(${parts}) + ${count} + 1, 1):] END`;
  return sql`array_to_string(${slice}, ${text(call, 1)})`;
}

/** Writes SUBSTRING. A position outside the string or a negative length returns the empty string. */
export function substring(call: Arguments): Fragment {
  const [all, position] = [text(call, 0), place(call, 1)];
  const size = nodeAt(call, 2);
  const isSure = size.kind === 'literal' && Number(size.text) >= 0;
  const length = call.nodes.length > 2 ? [isSure ? place(call, 2) : atLeastZero(place(call, 2))] : [];
  const from = (start: Fragment): Fragment => sql`SUBSTRING(${join([all, start, ...length], ', ')})`;
  const start = nodeAt(call, 1);
  if (start.kind === 'literal' && Number(start.text) > 0) return from(position);
  const before = from(sql`length(${all}) + 1 + ${position}`);
  return sql`CASE WHEN ${position} > 0 THEN ${from(position)} WHEN ${position} = 0 OR -${position} > length(${all}) THEN LEFT(${all}, 0) ELSE ${before} END`;
}

/** Writes ASCII: the number of the first byte, or 0 for the empty string. */
export function ascii(call: Arguments): Fragment {
  return sql`CASE WHEN ${text(call, 0)} = '' THEN 0 ELSE get_byte(${bytesOf(call, 0)}, 0) END`;
}

/** Writes STRCMP: the order of two strings by code point. */
export function compareTexts(call: Arguments): Fragment {
  const [left, right] = [text(call, 0), text(call, 1)];
  return sql`CASE WHEN ${left} < ${right} COLLATE "C" THEN -1 WHEN ${left} = ${right} THEN 0 WHEN ${left} > ${right} COLLATE "C" THEN 1 END`;
}

/**
 * Writes FIELD: the position of the first argument among the others, or 0. If all are strings, they compare as strings,
 * otherwise as numbers.
 */
export function field(call: Arguments): Fragment {
  const areTexts = call.nodes.every((node) => TEXTS.has(typeOf(node)));
  const side = (value: Fragment, node: Expression): Fragment =>
    areTexts ? asText(value, heldType(node)) : asNumber(value, node);
  const [sought = [], ...others] = call.nodes.map((node, index) => side(at(call.values, index), node));
  const places = others.map((other, index) => sql` WHEN ${sought} = ${other} THEN ${String(index + 1)}`);
  return sql`CASE${join(places, '')} ELSE 0 END`;
}

const TEXTS: ReadonlySet<string> = new Set(['string', 'date', 'time', 'timestamp', 'null', 'unknown']);

/** Writes ELT: the value at a position, as a string. */
export function elementAt(call: Arguments): Fragment {
  const values = call.nodes.slice(1).map((_, index) => sql` WHEN ${String(index + 1)} THEN ${text(call, index + 1)}`);
  return sql`CASE ${place(call, 0)}${join(values, '')} END`;
}

/** Writes FIND_IN_SET: the position of a string in a comma-separated list, or 0. */
export function findInSet(call: Arguments): Fragment {
  const [sought, list] = [text(call, 0), text(call, 1)];
  return sql`CASE WHEN ${sought} IS NOT NULL AND ${list} IS NOT NULL THEN COALESCE(array_position(string_to_array(${list}, ','), ${sought}), 0) END`;
}

const MOST_DIGITS = 38;

/** Writes FORMAT: a number with commas between thousands and the given number of decimal places. */
export function formatNumber(call: Arguments): Fragment {
  const [node, digits] = [nodeAt(call, 0), nodeAt(call, 1)];
  const places = digits.kind === 'literal' ? Number(digits.text) : 0;
  const value = INEXACT.has(typeOf(node))
    ? evenly(double(call, 0), places)
    : sql`CAST(${asNumber(at(call.values, 0), node)} AS NUMERIC)`;
  const whole = `${'999,'.repeat(Math.ceil((MOST_DIGITS - places) / 3))}990`;
  const pattern = `FM${whole}${places === 0 ? '' : `.${'0'.repeat(places)}`}`;
  return sql`to_char(round(${value}, ${String(places)}), '${pattern}')`;
}

/** Writes an inexact number, rounded half to even, as an exact one. */
function evenly(value: Fragment, places: number): Fragment {
  const factor = `1e${places}::double precision`;
  return sql`CAST(round(${value} * ${factor}) / ${factor} AS NUMERIC)`;
}

const INEXACT: ReadonlySet<string> = new Set(['float', 'double', 'string', 'unknown']);

/** Writes REGEXP_REPLACE, which ignores letter case as REGEXP does. */
export const replaceMatches = (call: Arguments): Fragment => {
  const [value, pattern] = [text(call, 0), nodeAt(call, 1)];
  return sql`CASE WHEN ${text(call, 1)} = '' THEN ${value} ELSE regexp_replace(${value}, ${patternOf(pattern, call.emit)}, ${replacementOf(call)}, 'gi') END`;
};

/** Writes the replacement of REGEXP_REPLACE. In a constant, `\\0` stands for the whole match. */
function replacementOf(call: Arguments): Fragment {
  const node = nodeAt(call, 2);
  if (node.kind !== 'literal' || node.type !== 'string') return text(call, 2);
  const own = derive(node, (known) => ({ ...known, text: known.text.replace(/\\(.)/gsu, (all, letter) => (letter === '0' ? '\\&' : all)) })); // prettier-ignore
  return call.emit.value(own ?? node);
}

/** Writes REGEXP_SUBSTR: the first match, or the empty string. */
export const firstMatch = (call: Arguments): Fragment => {
  const [value, pattern] = [text(call, 0), patternOf(nodeAt(call, 1), call.emit)];
  return sql`CASE WHEN ${value} || ${pattern} IS NOT NULL THEN COALESCE(regexp_substr(${value}, ${pattern}, 1, 1, 'i'), '') END`;
};

/** Writes REGEXP_INSTR: the position of the first match, or 0. */
export const placeOfMatch = (call: Arguments): Fragment =>
  sql`regexp_instr(${text(call, 0)}, ${patternOf(nodeAt(call, 1), call.emit)}, 1, 1, 0, 'i')`;
