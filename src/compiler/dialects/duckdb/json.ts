import { NUMBER_TYPES, typeOf, type ValueType } from '../../values';
import { distinctInOrder, gathered, isSortedByValue, orderOf } from './aggregates';
import { at, nodeAt, type Arguments, withoutFilter, type Writer } from '../translation';
import { text } from './arguments';
import { asText } from './values';
import { type Expression, type Fragment, sql } from '../../emit';

/** Returns the value if the string is valid JSON, otherwise NULL. */
const ofValid = (json: Fragment, value: Fragment): Fragment => sql`CASE WHEN json_valid(${json}) THEN ${value} END`;

/** Writes the JSON string and the path, which defaults to `$`. */
const place = (call: Arguments): Fragment => sql`${text(call, 0)}, ${call.values[1] ?? "'$'"}`;

/** DuckDB expressions for MySQL's JSON functions. */
export const JSON_FUNCTIONS: Readonly<Record<string, Writer>> = {
  JSON_EXTRACT: (call) => ofValid(text(call, 0), sql`CAST(json_extract(${place(call)}) AS VARCHAR)`),
  JSON_UNQUOTE: (call) => {
    const value = text(call, 0);
    return sql`CASE WHEN starts_with(${value}, '"') AND json_valid(${value}) THEN json_extract_string(${value}, '$') ELSE ${value} END`;
  },
  JSON_VALUE: (call) => {
    const value = sql`json_extract_string(${place(call)})`;
    return ofValid(
      text(call, 0),
      sql`CASE json_type(${place(call)}) WHEN 'OBJECT' THEN NULL WHEN 'ARRAY' THEN NULL WHEN 'BOOLEAN' THEN CASE ${value} WHEN 'true' THEN '1' ELSE '0' END ELSE ${value} END`,
    );
  },
  JSON_LENGTH: (call) =>
    ofValid(
      text(call, 0),
      sql`CASE json_type(${place(call)}) WHEN 'ARRAY' THEN json_array_length(${place(call)}) WHEN 'OBJECT' THEN len(json_keys(${place(call)})) ELSE CASE WHEN json_exists(${place(call)}) THEN 1 END END`,
    ),
  JSON_TYPE: (call) =>
    ofValid(
      text(call, 0),
      sql`CASE json_type(${text(call, 0)}) WHEN 'VARCHAR' THEN 'STRING' WHEN 'BIGINT' THEN 'INTEGER' WHEN 'UBIGINT' THEN 'INTEGER' WHEN 'HUGEINT' THEN 'INTEGER' ELSE json_type(${text(call, 0)}) END`,
    ),
  JSON_ARRAYAGG: gathered((call) => arrayOf(...withoutFilter(call))),
  JSON_OBJECTAGG: gathered((call) => objectOf(...withoutFilter(call))),
};

function arrayOf(call: Arguments, filter: Fragment): Fragment {
  return sql`'[' || array_to_string(${elementsOf(call, filter)}, ',') || ']'`;
}

function objectOf(call: Arguments, filter: Fragment): Fragment {
  const member = sql`CAST(to_json(${text(call, 0)}) AS VARCHAR) || ':' || ${element(call, 1)}`;
  return sql`'{' || string_agg(${member}, ', ')${filter} || '}'`;
}

function elementsOf(call: Arguments, filter: Fragment): Fragment {
  if (!call.node.distinct) return sql`list(${element(call, 0)}${orderOf(call)})${filter}`;
  if (!isSortedByValue(call)) return distinctInOrder(call, element(call, 0), filter);
  const values = sql`list(DISTINCT ${at(call.values, 0)}${orderOf(call)})${filter}`;
  return sql`list_transform(${values}, lambda x: ${elementOf(['x'], nodeAt(call, 0))})`;
}

const element = (call: Arguments, index: number): Fragment => elementOf(at(call.values, index), nodeAt(call, index));

/** Writes a value as JSON in MariaDB's form: numbers as digits, extracted JSON unchanged, everything else as a string. */
function elementOf(value: Fragment, node: Expression): Fragment {
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
  return sql`CAST(to_json(${type === 'unknown' ? value : asText(value, type)}) AS VARCHAR)`;
}
