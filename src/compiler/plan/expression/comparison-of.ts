import type { SourceColumn } from '../../../model';

/** Of a column in a key that the author of a mapping declares UNIQUE: however the data source compares it. */
export const DECLARED_COMPARISON = 'declared';

/**
 * A name for the equality of a column's values. Columns of one name find each other by the equality under which their
 * keys are unique; a text is equal to many numbers and under one collation to more texts than under another.
 */
export function comparisonOf({ nativeType, type, collation }: SourceColumn): string | undefined {
  if (collation !== undefined) return collation === 'unknown' ? undefined : `text ${collation}`;
  const native = nativeType.toLowerCase();
  if (native.includes('zerofill')) return undefined;
  return type !== undefined && INTEGERS.has(type.name) && native.includes('int') ? 'integer' : native;
}

const INTEGERS: ReadonlySet<string> = new Set(['smallint', 'integer', 'bigint']);
