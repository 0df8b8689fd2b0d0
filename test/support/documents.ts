import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** A fenced block of a document, and the response shown after it. */
export interface Example {
  readonly code: string;
  readonly shown: unknown;
}

export function readDocument(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Reads the blocks fenced as `language`, in order; a block fenced as `json` directly after one is its response. */
export function readExamples(path: string, language: 'bash' | 'sql' | 'haproxy' | 'python' | 'js'): readonly Example[] {
  const fence = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`\n(?:\n\`\`\`json\n([^]*?)^\`\`\`\n)?`, 'gm');
  return [...readDocument(path).matchAll(fence)].map(([, code = '', shown]) => ({
    code,
    shown: shown === undefined ? undefined : (JSON.parse(shown) as unknown),
  }));
}

/**
 * Converts a value shown in a document to a pattern for `toEqual`: `"<...>"` matches any string, `"..."` at the end of a list more
 * elements.
 */
export function patternOf(shown: unknown): unknown {
  if (typeof shown === 'string' && /^<.*>$/.test(shown)) return expect.any(String);
  if (Array.isArray(shown)) {
    const parts: unknown[] = shown.filter((part) => part !== '...').map(patternOf);
    return parts.length === shown.length ? parts : expect.arrayContaining(parts);
  }
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, patternOf(value)]));
}
