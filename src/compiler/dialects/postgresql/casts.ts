import type { Cast } from '../../../model';
import { FRACTIONAL_TYPES, typeOf, type Resolved } from '../../values';
import { type EmitChild, type Fragment, heldType, NUMBERS, sql, WHOLE_NUMBER } from '../../emit';
import { asNumber, asTime, asTimestamp, isNumeric, numberOfText, textOf, timeOfText } from './values';

type Writer = (node: Cast<Resolved>, emit: EmitChild) => Fragment;

const number =
  (kind: 'integer' | 'number', type: (node: Cast<Resolved>) => string): Writer =>
  (node, emit) => {
    const value = emit.value(node.operand);
    return heldType(node.operand) === 'string'
      ? numberOfText(value, kind, type(node))
      : sql`CAST(${asNumber(value, node.operand)} AS ${type(node)})`;
  };

const WRITERS: Readonly<Record<Cast<Resolved>['type']['name'], Writer>> = {
  signed: number('integer', () => 'BIGINT'),
  unsigned: castUnsigned,
  double: number('number', () => 'DOUBLE PRECISION'),
  number: wholeNumber,
  boolean: castBoolean,
  base64: ({ operand }, emit) => sql`replace(encode(${emit.bare(operand)}, 'base64'), chr(10), '')`,
  bits: ({ operand }, emit) => sql`CAST(${emit.bare(operand)} AS BIGINT)`,
  bytes: ({ operand }, emit) => sql`decode(${emit.bare(operand)}, 'base64')`,
  nested: ({ operand }, emit) => sql`CAST(to_json(${emit.bare(operand)}) AS TEXT)`,
  float: number('number', () => 'REAL'),
  decimal: number('number', ({ type }) =>
    type.name === 'decimal' ? `NUMERIC(${type.precision ?? 10}, ${type.scale ?? 0})` : 'NUMERIC(10, 0)',
  ),
  json: castText,
  binary: ({ operand }, emit) =>
    typeOf(operand) === 'binary' ? emit.value(operand) : sql`convert_to(${textOf(operand, emit)}, 'UTF8')`,
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
  const { operand } = node;
  const type = heldType(operand);
  if (FRACTIONAL_TYPES.has(type)) {
    const rounded = sql`round(${emit.value(operand)})`;
    return sql`CASE WHEN ${rounded} < 0 THEN 0 ELSE CAST(${rounded} AS NUMERIC(20, 0)) END`;
  }
  const value = number('integer', () => 'NUMERIC(20, 0)')(node, emit);
  return sql`CASE WHEN ${value} < 0 THEN ${value} + 18446744073709551616 ELSE ${value} END`;
}

function castBoolean({ operand }: Cast<Resolved>, emit: EmitChild): Fragment {
  const type = heldType(operand);
  if (operand.kind === 'literal' && operand.type === 'boolean') return [operand.text.toUpperCase()];
  if (type === 'unknown' || type === 'boolean' || type === 'null') return sql`CAST(${emit.bare(operand)} AS BOOLEAN)`;
  return type === 'truth' ? sql`(${emit.condition(operand)})` : sql`(${emit.value(operand)} <> 0)`;
}

function wholeNumber({ operand }: Cast<Resolved>, emit: EmitChild): Fragment {
  if (NUMBERS.has(heldType(operand))) return emit.value(operand);
  const text = textOf(operand, emit);
  return sql`CASE WHEN ${text} ~* '^(?:${WHOLE_NUMBER})$' THEN CAST(${text} AS DOUBLE PRECISION) END`;
}

function castText(node: Cast<Resolved>, emit: EmitChild): Fragment {
  const { operand } = node;
  // A VARCHAR is not a TEXT where types must be equal, as in the steps of a recursive table.
  const isColumn = operand.kind === 'reference' && heldType(operand) === 'string';
  const text = isColumn ? sql`CAST(${emit.value(operand)} AS TEXT)` : textOf(operand, emit);
  return lengthOf(node) === undefined ? text : sql`LEFT(${text}, ${String(lengthOf(node))})`;
}

function castTo(type: 'DATE' | 'TIMESTAMP'): Writer {
  return ({ operand }, emit) => {
    const held = typeOf(operand);
    const value = emit.value(operand);
    if (held === 'string') return timeOfText(value, type);
    if (isNumeric(held) || held === 'time') return sql`CAST(${asTimestamp(value, operand)} AS ${type})`;
    return sql`CAST(${value} AS ${type})`;
  };
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
