import { NUMBER_TYPES, typeOf, type ValueType } from '../values';
import type { Expression } from './emit.ast';

/** Returns the type that the engine holds: for a string property, the type of its column, if known. */
export function heldType(expression: Expression): ValueType {
  return (expression.kind === 'reference' ? expression.reference.stored : undefined) ?? typeOf(expression);
}

/** Types that every engine uses as numbers. A `boolean` is converted first. */
export const NUMBERS: ReadonlySet<ValueType> = new Set<ValueType>([...NUMBER_TYPES, 'truth']);

/** The strings that are a number as a whole, with optional spaces around it. All of them fit in a double. */
export const WHOLE_NUMBER = ' *[+-]?([0-9]{1,40}([.][0-9]*)?|[.][0-9]+)(e[+-]?[0-9]{1,2})? *';
