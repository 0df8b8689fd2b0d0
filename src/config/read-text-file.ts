import { readFileSync } from 'node:fs';

/** Returns the content of a file without the line break at its end, or undefined if it cannot be read. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return undefined;
  }
}
