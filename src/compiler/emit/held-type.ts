import { NUMBER_TYPES, typeOf, type ValueType } from '../values';
import type { Expression } from './emit.ast';

/** What the engine holds: of a property that is text, the type of its column, where that is known. */
export function heldType(expression: Expression): ValueType {
  return (expression.kind === 'reference' ? expression.reference.stored : undefined) ?? typeOf(expression);
}

/** Types that every engine computes with as numbers; a `boolean` is converted first. */
export const NUMBERS: ReadonlySet<ValueType> = new Set<ValueType>([...NUMBER_TYPES, 'truth']);

/** The texts that are a number as a whole, with blanks around at most: none is too great for a double. */
export const WHOLE_NUMBER = ' *[+-]?([0-9]{1,40}([.][0-9]*)?|[.][0-9]+)(e[+-]?[0-9]{1,2})? *';
