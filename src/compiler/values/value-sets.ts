import type { BinaryOperator, LiteralType } from '../../model';
import type { ValueType } from './plan.ast';

/** Types of signed integers; truth values are not among them. */
export const INTEGER_TYPES: ReadonlySet<ValueType> = new Set<ValueType>(['smallint', 'integer', 'bigint']);

/** Types whose values are whole numbers in arithmetic: MySQL treats truth values as 0 and 1. */
export const WHOLE_TYPES: ReadonlySet<ValueType> = new Set<ValueType>([...INTEGER_TYPES, 'truth', 'boolean']);

/** Types of numbers that are not always whole. */
export const FRACTIONAL_TYPES: ReadonlySet<ValueType> = new Set<ValueType>(['decimal', 'float', 'double']);

/** Types of numbers; truth values are not among them. */
export const NUMBER_TYPES: ReadonlySet<ValueType> = new Set<ValueType>([...INTEGER_TYPES, ...FRACTIONAL_TYPES]);

/** Types of dates and times. */
export const TEMPORAL_TYPES: ReadonlySet<ValueType> = new Set<ValueType>(['date', 'time', 'timestamp']);

/** Literals written as a number, without quotes. */
export const NUMBER_LITERALS: ReadonlySet<LiteralType> = new Set<LiteralType>(['integer', 'decimal', 'double']);

/** Operators that compare two values. All except `<=>` return NULL if an operand is NULL. */
export const COMPARISON_OPERATORS: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['=', '<=>', '<>', '<', '<=', '>', '>=']); // prettier-ignore

/** Operators that compute a number from two numbers. */
export const ARITHMETIC_OPERATORS: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['+', '-', '*', '/', 'div', '%']); // prettier-ignore

/** Operators that combine two conditions. */
export const LOGICAL_OPERATORS: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['and', 'or', 'xor']);

/** Operators on the bits of two whole numbers. */
export const BIT_OPERATORS: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['&', '|', '^', '<<', '>>']);
