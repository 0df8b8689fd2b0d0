import { posix } from 'node:path';

export type FileFormat = 'csv' | 'json' | 'parquet';

const FORMATS: readonly (readonly [RegExp, FileFormat])[] = [
  [/\.(csv|tsv)(\.gz|\.zst)?$/i, 'csv'],
  [/\.(json|jsonl|ndjson)(\.gz|\.zst)?$/i, 'json'],
  [/\.parquet$/i, 'parquet'],
];

/** The table function that reads each format. */
export const READERS: Readonly<Record<FileFormat, string>> = {
  csv: 'read_csv',
  json: 'read_json',
  parquet: 'read_parquet',
};

const WILDCARD = /[*?[]/;

/** Returns the format according to the file extension; undefined for any other extension. */
export function formatOfFile(path: string): FileFormat | undefined {
  return FORMATS.find(([ending]) => ending.test(path))?.[1];
}

/** Returns the table name for one file: its own name without the extension, whatever characters it contains. */
export function nameFile(path: string): string {
  return FORMATS.reduce((text, [ending]) => text.replace(ending, ''), posix.basename(path));
}

/** Returns a pattern that matches only this path. */
export function escapeWildcards(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}

/**
 * Returns the table name for a file or pattern. For a file, it is the name without its extension (`exports/tracks.csv`: `tracks`); for a
 * pattern, the part before its first wildcard (`exports/sales_*.csv`: `sales`), or else the nearest parent folder without wildcards
 * (`exports/*.parquet`, `exports/2024_?/*.csv`: `exports`; `*.csv`: `sources`).
 */
export function nameFileTable(path: string): string {
  const folder = posix.dirname(path);
  const stem = nameFile(path);
  const beforeWildcard = stem.split(WILDCARD, 1)[0]?.replace(/[-_. ]+$/, '') ?? '';
  if (beforeWildcard !== '' && !WILDCARD.test(folder)) return WILDCARD.test(stem) ? beforeWildcard : stem;
  return nearestPlainFolder(folder) || 'sources';
}

function nearestPlainFolder(folder: string): string {
  const parts = folder.split('/').filter((part) => part !== '.');
  const firstWild = parts.findIndex((part) => WILDCARD.test(part));
  return parts.slice(0, firstWild === -1 ? undefined : firstWild).at(-1) ?? '';
}
