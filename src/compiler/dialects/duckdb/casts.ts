import type { Cast } from '../../../model';
import { typeOf, type Resolved } from '../../values';
import { type EmitChild, type Fragment, heldType, NUMBERS, sql, WHOLE_NUMBER } from '../../emit';
import { asNumber, asTimestamp, numberOfText, textOf } from './values';

type Writer = (node: Cast<Resolved>, emit: EmitChild) => Fragment;

const number =
  (kind: 'integer' | 'number', type: (node: Cast<Resolved>) => string): Writer =>
  (node, emit) => {
    const value = emit.value(node.operand);
    return heldType(node.operand) === 'string'
      ? numberOfText(value, kind, type(node))
      : sql`CAST(${asNumber(value, node.operand)} AS ${type(node)})`;
  };
const plain =
  (type: string): Writer =>
  (node, emit) =>
    sql`CAST(${emit.bare(node.operand)} AS ${type})`;
const orNull =
  (type: string): Writer =>
  (node, emit) =>
    sql`${typeOf(node.operand) === 'string' ? 'TRY_CAST' : 'CAST'}(${emit.bare(node.operand)} AS ${type})`;

const WRITERS: Readonly<Record<Cast<Resolved>['type']['name'], Writer>> = {
  signed: number('integer', () => 'BIGINT'),
  unsigned: number('integer', () => 'UBIGINT'),
  year: number('integer', () => 'INTEGER'),
  double: number('number', () => 'DOUBLE'),
  number: wholeNumber,
  boolean: ({ operand }, emit) =>
    heldType(operand) === 'unknown' ? sql`CAST(${emit.bare(operand)} AS BOOLEAN)` : sql`(${emit.value(operand)} <> 0)`,
  base64: ({ operand }, emit) => sql`base64(${emit.bare(operand)})`,
  bits: plain('BIGINT'),
  bytes: ({ operand }, emit) => sql`from_base64(${emit.bare(operand)})`,
  nested: ({ operand }, emit) => sql`CAST(to_json(${emit.bare(operand)}) AS VARCHAR)`,
  float: number('number', () => 'FLOAT'),
  decimal: number('number', ({ type }) =>
    type.name === 'decimal' ? `DECIMAL(${type.precision ?? 10}, ${type.scale ?? 0})` : 'DECIMAL(10, 0)',
  ),
  json: plain('VARCHAR'),
  binary: plain('BLOB'),
  date: orNull('DATE'),
  datetime: castDateTime,
  time: castTime,
  char: castText,
};

/** Writes CAST by MySQL's rules: a string becomes its leading number or 0; an invalid date becomes NULL. */
export function emitCast(node: Cast<Resolved>, emit: EmitChild): Fragment {
  return WRITERS[node.type.name](node, emit);
}

function wholeNumber({ operand }: Cast<Resolved>, emit: EmitChild): Fragment {
  if (NUMBERS.has(heldType(operand))) return emit.value(operand);
  const text = textOf(operand, emit);
  return sql`CASE WHEN regexp_full_match(${text}, '${WHOLE_NUMBER}', 'i') THEN TRY_CAST(${text} AS DOUBLE) END`;
}

function castText(node: Cast<Resolved>, emit: EmitChild): Fragment {
  const text = textOf(node.operand, emit);
  return lengthOf(node) === undefined ? text : sql`LEFT(${text}, ${String(lengthOf(node))})`;
}

/** Writes a cast to DATETIME. Without a precision, fractions of a second are cut off. */
function castDateTime(node: Cast<Resolved>, emit: EmitChild): Fragment {
  const value = orNull('TIMESTAMP')(node, emit);
  return lengthOf(node) === undefined ? sql`date_trunc('second', ${value})` : value;
}

function castTime(node: Cast<Resolved>, emit: EmitChild): Fragment {
  const whole = lengthOf(node) === undefined && typeOf(node.operand) === 'timestamp';
  return whole
    ? sql`CAST(date_trunc('second', ${asTimestamp(emit.value(node.operand), node.operand)}) AS TIME)`
    : orNull('TIME')(node, emit);
}

function lengthOf({ type }: Cast<Resolved>): number | undefined {
  return 'length' in type ? type.length : undefined;
}
