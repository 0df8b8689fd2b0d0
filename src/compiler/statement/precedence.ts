import type { BinaryOperator } from '../../model';

/** Precedence levels, lowest first, from MySQL's grammar (which differs from its manual). `primary` never needs parentheses. */
export const LEVEL = {
  or: 1,
  xor: 2,
  and: 3,
  not: 4,
  comparison: 5,
  predicate: 6,
  bitOr: 7,
  bitAnd: 8,
  shift: 9,
  sum: 10,
  product: 11,
  bitXor: 12,
  /** `||`, as with PIPES_AS_CONCAT. */
  pipes: 13,
  sign: 14,
  bang: 15,
  collate: 16,
  primary: 17,
} as const;

/** The level of each binary operator. All are left-associative. */
export const OPERATOR_LEVEL = {
  or: LEVEL.or,
  xor: LEVEL.xor,
  and: LEVEL.and,
  '=': LEVEL.comparison,
  '<=>': LEVEL.comparison,
  '<>': LEVEL.comparison,
  '<': LEVEL.comparison,
  '<=': LEVEL.comparison,
  '>': LEVEL.comparison,
  '>=': LEVEL.comparison,
  '|': LEVEL.bitOr,
  '&': LEVEL.bitAnd,
  '<<': LEVEL.shift,
  '>>': LEVEL.shift,
  '+': LEVEL.sum,
  '-': LEVEL.sum,
  '*': LEVEL.product,
  '/': LEVEL.product,
  div: LEVEL.product,
  '%': LEVEL.product,
  '^': LEVEL.bitXor,
  '->': LEVEL.primary,
  '->>': LEVEL.primary,
} satisfies Record<BinaryOperator, number>;
