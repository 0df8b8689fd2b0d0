import type { Cast } from '../../../model';
import { FRACTIONAL_TYPES, typeOf, type Resolved } from '../../values';
import { type EmitChild, type Fragment, heldType, NUMBERS, sql, WHOLE_NUMBER } from '../../emit';
import { asNumber, asTime, asTimestamp, isNumeric, numberOfText, textOf } from './values';

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
const castTo =
  (type: 'DATE' | 'TIMESTAMP'): Writer =>
  ({ operand }, emit) => {
    const held = typeOf(operand);
    if (held === 'string') return sql`TRY_CAST(${emit.bare(operand)} AS ${type})`;
    const isMoment = !isNumeric(held) && held !== 'time';
    return sql`CAST(${isMoment ? emit.bare(operand) : asTimestamp(emit.value(operand), operand)} AS ${type})`;
  };

const WRITERS: Readonly<Record<Cast<Resolved>['type']['name'], Writer>> = {
  signed: number('integer', () => 'BIGINT'),
  unsigned: castUnsigned,
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
  binary: ({ operand }, emit) =>
    typeOf(operand) === 'binary' ? emit.value(operand) : sql`encode(${textOf(operand, emit)})`,
  date: castTo('DATE'),
  datetime: castDateTime,
  time: castTime,
  char: castText,
};

/** Writes CAST by MySQL's rules: a string becomes its leading number or 0; an invalid date becomes NULL. */
export function emitCast(node: Cast<Resolved>, emit: EmitChild): Fragment {
  return WRITERS[node.type.name](node, emit);
}

/** Writes a cast to an unsigned number of 64 bits. A negative whole number becomes the one that has its bits, another one 0. */
function castUnsigned(node: Cast<Resolved>, emit: EmitChild): Fragment {
  const value = number('integer', () => 'HUGEINT')(node, emit);
  const negative = FRACTIONAL_TYPES.has(heldType(node.operand)) ? ['0'] : sql`${value} + 18446744073709551616`;
  return sql`CAST(CASE WHEN ${value} < 0 THEN ${negative} ELSE ${value} END AS UBIGINT)`;
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
  const value = castTo('TIMESTAMP')(node, emit);
  return lengthOf(node) === undefined ? sql`date_trunc('second', ${value})` : value;
}

/** Writes a cast to TIME. Without a precision, fractions of a second are cut off. */
function castTime(node: Cast<Resolved>, emit: EmitChild): Fragment {
  const value = asTime(emit.value(node.operand), node.operand);
  return lengthOf(node) === undefined ? wholeSeconds(value) : value;
}

const wholeSeconds = (time: Fragment): Fragment => sql`CAST(date_trunc('second', DATE '2000-01-01' + ${time}) AS TIME)`;

function lengthOf({ type }: Cast<Resolved>): number | undefined {
  return 'length' in type ? type.length : undefined;
}
