import type { Binary, BinaryOperator, CastType, Expression, InList, Literal } from '../../../model';
import { type Resolved, typeOf } from '../../values';
import { observe } from '../../trace';
import { binary, constant } from '../../tree';
import { FALSE } from './rewrite-conditions';

type Value = Expression<Resolved>;

const EQUALITIES: ReadonlySet<string> = new Set(['=', '<>', '<=>']);
const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<=>', '<', '<=', '>', '>=']);

/**
 * Rewrites a condition on a converted column as a condition on the stored column, which may have an index. The
 * conversions are base64 of bytes, boolean of a number, and number of bits. Returns undefined if there is no rewrite.
 */
export function compareStored(condition: Value): Value | undefined {
  switch (condition.kind) {
    case 'is': {
      const read = condition.test === 'null' ? columnRead(condition.operand, 'base64', 'boolean', 'bits') : undefined;
      return read && { ...condition, operand: read };
    }
    case 'in-list':
      return ofList(condition);
    case 'binary':
      return ofComparison(condition);
    default:
      return undefined;
  }
}

function ofComparison(condition: Binary<Resolved>): Value | undefined {
  const { operator, left, right } = condition;
  if (!COMPARISONS.has(operator)) return undefined;
  const bits = withoutBits([left, right]);
  if (bits !== undefined) return { ...condition, left: bits[0] ?? left, right: bits[1] ?? right };
  if (!EQUALITIES.has(operator)) return undefined;
  const equality = ofBytes(left, operator, right) ?? ofBytes(right, operator, left);
  return equality ?? ofTruth(left, operator, right) ?? ofTruth(right, operator, left);
}

function columnRead(value: Value, ...names: readonly CastType['name'][]): Value | undefined {
  return value.kind === 'cast' && names.includes(value.type.name) ? value.operand : undefined;
}

function ofBytes(value: Value, operator: BinaryOperator, other: Value): Value | undefined {
  const bytes = columnRead(value, 'base64');
  if (bytes === undefined) return undefined;
  const same = columnRead(other, 'base64') ?? bytesOf(other);
  if (same === FALSE) return operator === '=' ? FALSE : undefined;
  return same && binary(bytes, operator, same);
}

/** Returns the bytes that a base64 string encodes, FALSE for an invalid string, and undefined for a value that is not a literal. */
function bytesOf(value: Value): Value | undefined {
  if (value.kind !== 'literal' || value.type !== 'string') return undefined;
  return isBase64(value) ? { kind: 'cast', operand: value, type: { name: 'bytes' } } : FALSE;
}

/** Returns whether the string is the exact base64 encoding of some bytes. */
function isBase64(literal: Literal): boolean {
  return observe(literal, ({ text }) => {
    try {
      return btoa(atob(text)) === text;
    } catch {
      return false;
    }
  });
}

function ofTruth(value: Value, operator: string, other: Value): Value | undefined {
  const number = columnRead(value, 'boolean');
  if (number === undefined || operator === '<=>' || !isBoolean(other)) return undefined;
  const isTrue = observe(other, ({ text }) => text === 'true');
  const isWanted = isTrue === (operator === '=');
  if (typeOf(number) === 'truth') return isWanted ? number : { kind: 'unary', operator: 'not', operand: number };
  return binary(number, isWanted ? '<>' : '=', constant('integer', '0'));
}

function isBoolean(value: Value): value is Literal {
  return value.kind === 'literal' && value.type === 'boolean';
}

function withoutBits(sides: readonly Value[]): readonly Value[] | undefined {
  const bare = sides.map((side) => bitsOf(side) ?? side);
  return bare.some((side, index) => side !== sides[index]) ? bare : undefined;
}

/** Returns the column of bits that a value converts to a number. */
function bitsOf(value: Value): Value | undefined {
  return columnRead(value, 'bits');
}

function ofList(list: InList<Resolved>): Value | undefined {
  const bits = bitsOf(list.operand);
  if (bits !== undefined) return { ...list, operand: bits };
  const number = columnRead(list.operand, 'boolean');
  if (number !== undefined) return ofTruths(list, list.items);
  const operand = columnRead(list.operand, 'base64');
  const bytes = operand && list.items.map(bytesOf);
  if (operand === undefined || bytes?.every((item) => item !== undefined) !== true) return undefined;
  const items = bytes.filter((item) => item !== FALSE);
  if (list.negated) return items.length < bytes.length ? undefined : { ...list, operand, items };
  return items.length === 0 ? FALSE : { ...list, operand, items };
}

function ofTruths({ operand, negated }: InList<Resolved>, items: readonly Value[]): Value | undefined {
  const [first, ...others] = items.filter(isBoolean);
  if (first === undefined || others.length + 1 < items.length) return undefined;
  const truthOf = (literal: Literal): boolean => observe(literal, ({ text }) => text === 'true');
  const truth = truthOf(first);
  return others.every((other) => truthOf(other) === truth) ? ofTruth(operand, negated ? '<>' : '=', first) : undefined;
}
