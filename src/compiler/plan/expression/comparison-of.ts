import type { SourceColumn } from '../../../model';

/** Of a column in a key that the author of a mapping declares UNIQUE: however the data source compares it. */
export const DECLARED_COMPARISON = 'declared';

/**
 * A name for the equality of a column's values. Columns of one name find each other by the equality under which their
 * keys are unique; a text is equal to many numbers and under one collation to more texts than under another.
 */
export function comparisonOf({ nativeType, type, collation }: SourceColumn): string | undefined {
  const native = nativeType.toLowerCase();
  if (collation === 'unknown') return undefined;
  if (collation !== undefined) return ENUMERATED.test(native) ? `${nativeType} ${collation}` : `text ${collation}`;
  if (native.includes('zerofill')) return undefined;
  return type !== undefined && INTEGERS.has(type.name) && native.includes('int') ? 'integer' : native;
}

/** Texts that are equal as texts are, and sorted by the place at which their type lists them. */
const ENUMERATED = /^(enum|set)\b/;
const INTEGERS: ReadonlySet<string> = new Set(['smallint', 'integer', 'bigint']);
