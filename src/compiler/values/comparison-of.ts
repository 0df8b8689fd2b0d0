import type { SourceColumn } from '../../model';
import { INTEGER_TYPES } from './value-sets';

/** Of a column in a key that the author of a mapping declares UNIQUE: however the data source compares it. */
export const DECLARED_COMPARISON = 'declared';

/**
 * A name for the equality of a column's values. Columns of one name find each other by the equality under which their
 * keys are unique; a text is equal to many numbers and under one collation to more texts than under another.
 */
export function comparisonOf({ nativeType, type, collation }: SourceColumn): string | undefined {
  const native = nativeType.toLowerCase();
  if (collation === 'unknown') return undefined;
  if (collation !== undefined) return isEnumerated(native) ? `${nativeType} ${collation}` : `text ${collation}`;
  if (native.includes('zerofill')) return undefined;
  return type !== undefined && INTEGER_TYPES.has(type.name) && native.includes('int') ? 'integer' : native;
}

/** Whether values of this type or comparison are texts that a table sorts by the places at which their type lists them. */
export function isEnumerated(typeOrComparison: string): boolean {
  return /^(enum|set)\b/i.test(typeOrComparison);
}
