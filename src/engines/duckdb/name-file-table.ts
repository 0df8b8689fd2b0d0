import { posix } from 'node:path';

export type FileFormat = 'csv' | 'json' | 'parquet';

const FORMATS: readonly (readonly [RegExp, FileFormat])[] = [
  [/\.(csv|tsv)(\.gz|\.zst)?$/i, 'csv'],
  [/\.(json|jsonl|ndjson)(\.gz|\.zst)?$/i, 'json'],
  [/\.parquet$/i, 'parquet'],
];
const WILDCARD = /[*?[]/;

/** The format that the ending tells; undefined for any other ending. */
export function formatOfFile(path: string): FileFormat | undefined {
  return FORMATS.find(([ending]) => ending.test(path))?.[1];
}

/**
 * The table that a file or pattern becomes. A file gives its name without ending (`exports/tracks.csv`: `tracks`), a
 * pattern what stands before its first wildcard (`exports/sales_*.csv`: `sales`), or else the nearest folder above
 * without wildcards (`exports/*.parquet`, `exports/2024_?/*.csv`: `exports`; `*.csv`: `sources`).
 */
export function nameFileTable(path: string): string {
  const name = posix.basename(path);
  const folder = posix.dirname(path);
  const stem = FORMATS.reduce((text, [ending]) => text.replace(ending, ''), name);
  const beforeWildcard = stem.split(WILDCARD, 1)[0]?.replace(/[-_. ]+$/, '') ?? '';
  if (beforeWildcard !== '' && !WILDCARD.test(folder)) return WILDCARD.test(stem) ? beforeWildcard : stem;
  return nearestPlainFolder(folder) || 'sources';
}

function nearestPlainFolder(folder: string): string {
  const parts = folder.split('/').filter((part) => part !== '.');
  const firstWild = parts.findIndex((part) => WILDCARD.test(part));
  return parts.slice(0, firstWild === -1 ? undefined : firstWild).at(-1) ?? '';
}
