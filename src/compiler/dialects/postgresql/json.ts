import { type Expression, type Fragment, sql } from '../../emit';
import { NUMBER_TYPES, typeOf, type ValueType } from '../../values';
import { type Arguments, at, nodeAt, withoutFilter, type Writer } from '../translation';
import { text } from './arguments';
import { gathered, listed } from './aggregates';
import { bindOnce, refuseOwnRows } from './bind';
import { asText } from './values';

/** The content of a JSON string. PostgreSQL has no NUL character and no half of a surrogate pair. */
const CHARACTERS =
  '(?:[^"\\\\\\u0001-\\u001f]|\\\\(?:["\\\\/bfnrt]|u(?!0000|[dD][89a-fA-F])[0-9a-fA-F]{4}|u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}))*';
const SPACE = '[ \\t\\n\\r]';
const JSON_STRING = `^${SPACE}*"${CHARACTERS}"${SPACE}*$`;
const SCALAR = '-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null';
const SHORT = '(?:0|"")';
/** An array or object whose elements are scalars, after their replacement by `0` or `""`. */
const FLAT = `\\[(?:${SHORT}(?:,${SHORT})*)?]|\\{(?:"":${SHORT}(?:,"":${SHORT})*)?}`;

/** PostgreSQL expressions for MySQL's JSON functions. */
export const JSON_FUNCTIONS: Readonly<Record<string, Writer>> = {
  JSON_EXTRACT: (call) => sql`CAST(${found(call)} AS TEXT)`,
  JSON_UNQUOTE: (call) => {
    const value = text(call, 0);
    return sql`CASE WHEN starts_with(${value}, '"') AND ${value} ~ '${JSON_STRING}' THEN CAST(${value} AS JSON) #>> '{}' ELSE ${value} END`;
  },
  JSON_VALUE: (call) =>
    bindOnce(
      'j',
      found(call),
      [
        "CASE json_typeof(j) WHEN 'object' THEN NULL WHEN 'array' THEN NULL WHEN 'boolean' THEN CASE j #>> '{}' WHEN 'true' THEN '1' ELSE '0' END ELSE j #>> '{}' END",
      ],
      call.nodes,
    ),
  JSON_LENGTH: (call) =>
    bindOnce(
      'j',
      found(call),
      [
        "CASE json_typeof(j) WHEN 'array' THEN json_array_length(j) WHEN 'object' THEN (SELECT COUNT(*) FROM json_object_keys(j)) ELSE CASE WHEN j IS NOT NULL THEN 1 END END",
      ],
      call.nodes,
    ),
  JSON_TYPE: (call) =>
    bindOnce(
      'j',
      jsonOf(call),
      [
        "CASE json_typeof(j) WHEN 'number' THEN CASE WHEN CAST(j AS TEXT) ~ '^\\s*-?\\d+\\s*$' THEN 'INTEGER' ELSE 'DOUBLE' END ELSE upper(json_typeof(j)) END",
      ],
      call.nodes,
    ),
  JSON_ARRAYAGG: gathered((call) => arrayOf(...withoutFilter(call))),
  JSON_OBJECTAGG: gathered((call) => objectOf(...withoutFilter(call))),
};

/**
 * Writes a string as JSON, NULL if it is not valid by RFC 8259. PostgreSQL 15 reports an error for invalid strings and
 * cannot test them, and arrays and objects are not a regular language. So the strings and the other scalars become `""`
 * and `0`, and the innermost arrays and objects become `0` until nothing changes: `0` or `""` is the result of valid JSON
 * only. Two quotes with spaces between them, which no valid JSON has outside of a string, become `!`, so that they do
 * not look like a string. The cast reads a recursive table, so that PostgreSQL does not compute it for a constant beforehand.
 */
function jsonOf(call: Arguments): Fragment {
  const [node] = call.nodes;
  if (node !== undefined) refuseOwnRows([node]);
  const short = sql`regexp_replace(regexp_replace(regexp_replace(regexp_replace(v, '"${CHARACTERS}"', '""', 'g'), '${SCALAR}', '0', 'g'), '"${SPACE}+"', '!', 'g'), '${SPACE}+', '', 'g')`;
  const first = sql`SELECT v, ${short} FROM (SELECT ${text(call, 0)} AS v) AS given`;
  const next = sql`SELECT v, regexp_replace(t, '${FLAT}', '0', 'g') FROM form WHERE t ~ '${FLAT}'`;
  return sql`(WITH RECURSIVE form (v, t) AS (${first} UNION ALL ${next}) SELECT CAST(v AS JSON) FROM form WHERE t IN ('0', '""'))`;
}

/** Writes the part of a JSON string at the path of the call: a member of an object or an element of an array at each step. */
function found(call: Arguments): Fragment {
  const path = nodeAt(call, 1);
  const steps = path.kind === 'literal' ? path.text.matchAll(/\."([^"]*)"|\.([\p{L}\p{N}_]+)|\[(\d+)\]/gu) : [];
  const written = Array.from(steps, ([, quoted, member, index]) =>
    index === undefined ? ` -> '${(quoted ?? member ?? '').replaceAll("'", "''")}'` : ` -> ${Number(index)}`,
  );
  return sql`(${jsonOf(call)}${written.join('')})`;
}

function arrayOf(call: Arguments, filter: Fragment): Fragment {
  return sql`'[' || ${listed(call, elementOf(call, 0), ["','"], filter)} || ']'`;
}

function objectOf(call: Arguments, filter: Fragment): Fragment {
  const member = sql`CAST(to_json(${text(call, 0)}) AS TEXT) || ':' || ${elementOf(call, 1)}`;
  return sql`'{' || string_agg(${member}, ', ')${filter} || '}'`;
}

/** Writes a value as JSON in MariaDB's form: numbers as digits, extracted JSON unchanged, everything else as a string. */
function elementOf(call: Arguments, index: number): Fragment {
  const [value, node] = [at(call.values, index), nodeAt(call, index)];
  const type = typeOf(node);
  if (type === 'null') return ["'null'"];
  if (type === 'truth')
    return sql`CASE WHEN ${value} IS NULL THEN 'null' WHEN ${value} = 0 THEN 'false' ELSE 'true' END`;
  return sql`COALESCE(${written(value, node)}, 'null')`;
}

const NUMBERS: ReadonlySet<ValueType> = new Set<ValueType>([...NUMBER_TYPES, 'boolean']);

function written(value: Fragment, node: Expression): Fragment {
  const type = typeOf(node);
  if (NUMBERS.has(type) || (node.kind === 'call' && node.name === 'JSON_EXTRACT')) return asText(value, type);
  return sql`CAST(to_json(${type === 'unknown' ? value : asText(value, type)}) AS TEXT)`;
}
