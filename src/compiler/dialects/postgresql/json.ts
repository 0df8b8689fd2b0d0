import { type Expression, type Fragment, sql } from '../../emit';
import { NUMBER_TYPES, typeOf, type ValueType } from '../../values';
import { type Arguments, at, nodeAt, withoutFilter, type Writer } from '../translation';
import { text } from './arguments';
import { gathered, listed } from './aggregates';
import { bindOnce } from './bind';
import { asText } from './values';

/** Matches numbers, words and strings of JSON, and what may be an array or an object. */
const JSON_FORM =
  '^\\s*(?:[[{].*[]}]|"(?:[^"\\\\]|\\\\.)*"|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null)\\s*$';

/** PostgreSQL expressions for MySQL's JSON functions. */
export const JSON_FUNCTIONS: Readonly<Record<string, Writer>> = {
  JSON_EXTRACT: (call) => sql`CAST(${found(call)} AS TEXT)`,
  JSON_UNQUOTE: (call) => {
    const value = text(call, 0);
    return sql`CASE WHEN starts_with(${value}, '"') AND ${value} ~ '${JSON_FORM}' THEN CAST(${value} AS JSON) #>> '{}' ELSE ${value} END`;
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

/** Writes a string as JSON. A string that certainly is not JSON becomes NULL; PostgreSQL 15 cannot test the others. */
function jsonOf(call: Arguments): Fragment {
  const value = text(call, 0);
  return sql`CASE WHEN ${value} ~ '${JSON_FORM}' THEN CAST(${value} AS JSON) END`;
}

/** Writes the part of a JSON string at the path of the call: a member of an object or an element of an array at each step. */
function found(call: Arguments): Fragment {
  const path = nodeAt(call, 1);
  const steps = path.kind === 'literal' ? path.text.matchAll(/\."([^"]*)"|\.([\p{L}\p{N}_]+)|\[(\d+)\]/gu) : [];
  const written = Array.from(steps, ([, quoted, member, index]) =>
    index === undefined ? ` -> '${(quoted ?? member ?? '').replaceAll("'", "''")}'` : ` -> ${Number(index)}`,
  );
  return sql`((${jsonOf(call)})${written.join('')})`;
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
