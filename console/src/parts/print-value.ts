import type { Value } from '../api/service';

/** Returns a value as a table shows it. */
export function printValue(value: Value | undefined): string {
  if (value === null || value === undefined) return 'null';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
