import type { SourceColumn } from '../../model';
import { INTEGER_TYPES } from './value-sets';

/** The comparison of a column in a key that a mapping declares UNIQUE: the data source decides how it compares. */
export const DECLARED_COMPARISON = 'declared';

/**
 * Returns a name for the equality of a column's values. A unique key matches at most one row only if it is compared
 * with a column of the same name: a string can equal several numbers, and collations differ in which strings are equal.
 * Undefined if the equality is unknown.
 */
export function comparisonOf({ nativeType, type, collation }: SourceColumn): string | undefined {
  const native = shortNameOf(nativeType.toLowerCase());
  if (collation === 'unknown') return undefined;
  if (collation !== undefined) return isEnumerated(native) ? `${nativeType} ${collation}` : `text ${collation}`;
  if (native.includes('zerofill')) return undefined;
  return type !== undefined && INTEGER_TYPES.has(type.name) && native.includes('int') ? 'integer' : native;
}

/** Returns the usual name of a type that a catalogue lists by the long name of standard SQL. All strings without a collation compare alike. */
function shortNameOf(native: string): string {
  if (/^(?:character varying\b.*|text)$/.test(native)) return 'varchar';
  return native.replace(/ without time zone$/, '').replace(/^numeric\b/, 'decimal');
}

/**
 * Reports whether values of this type or comparison are strings that the table sorts by their position in the type's
 * list.
 */
export function isEnumerated(typeOrComparison: string): boolean {
  return /^(enum|set)\b/i.test(typeOrComparison);
}
