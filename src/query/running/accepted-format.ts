import type { RowFormat } from '../../http';

const FORMATS: readonly (readonly [string, RowFormat])[] = [
  ['application/json', 'json'],
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['text/csv', 'csv'],
];

/** The first format that an Accept header names; JSON for a header that names none or is missing. */
export function acceptedFormat(accept: string | undefined): RowFormat {
  if (accept === undefined) return 'json';
  const wanted = accept.split(',').map((range) => (range.split(';')[0] ?? '').trim().toLowerCase());
  for (const type of wanted) {
    const known = FORMATS.find(([name]) => name === type);
    if (known !== undefined) return known[1];
  }
  return 'json';
}
