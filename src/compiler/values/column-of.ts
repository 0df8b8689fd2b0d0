import type { Expression } from '../../model';
import type { Resolved, ValueType } from './plan.ast';
import { scaleOf } from './scale-of';
import { typeOf } from './type-of';

/** Returns a reference to the column of a source, with its type. */
export function columnOf(source: string, name: string, type: ValueType = 'unknown'): Expression<Resolved> {
  return { kind: 'reference', reference: { source, name, type } };
}

/**
 * Returns a reference to the column that contains this value, with the value's type and scale. The type is unknown if
 * there is no value.
 */
export function columnHolding(
  source: string,
  name: string,
  value: Expression<Resolved> | undefined,
): Expression<Resolved> {
  if (value === undefined) return columnOf(source, name);
  return { kind: 'reference', reference: { source, name, type: typeOf(value), scale: scaleOf(value) } };
}
