import { scanBackticks, scanString } from '../tokens/scan-quoted';

/** The marks of a comment whose content MySQL or MariaDB executes, with the least version of the server. */
const OPENING = /\/\*M?!\d{0,6}/y;

/**
 * Returns the text with the marks of executable comments (`/*! .. *\/`) replaced by spaces, so that their content is parsed like the rest
 * and keeps its offsets. Quoted text and other comments are unchanged.
 */
export function openExecutableComments(text: string): string {
  if (!/\/\*M?!/.test(text)) return text;
  let opened = '';
  let from = 0;
  let isOpen = false;
  for (let at = 0; at < text.length; at++) {
    const end = endOfQuoted(text, at);
    if (end !== undefined) {
      at = end - 1;
      continue;
    }
    const mark = markAt(text, at, isOpen);
    if (mark === undefined) continue;
    opened += text.slice(from, at) + ' '.repeat(mark.length);
    isOpen = mark.opens;
    from = at + mark.length;
    at = from - 1;
  }
  return opened + text.slice(from);
}

interface Mark {
  readonly length: number;
  readonly opens: boolean;
}

function markAt(text: string, at: number, isOpen: boolean): Mark | undefined {
  if (isOpen) return text.startsWith('*/', at) ? { length: 2, opens: false } : undefined;
  OPENING.lastIndex = at;
  return OPENING.test(text) ? { length: OPENING.lastIndex - at, opens: true } : undefined;
}

/** Returns the end of the quoted text or the comment that begins at `at`; undefined if none does, or if it does not end. */
function endOfQuoted(text: string, at: number): number | undefined {
  const character = text.charAt(at);
  if (character === '`') return text.includes('`', at + 1) ? scanBackticks(text, at).end : undefined;
  if (character === "'" || character === '"') return scanString(text, at).end;
  if (character === '#' || /^--(?:\s|$)/.test(text.slice(at, at + 3))) return endOrRest(text, '\n', at);
  OPENING.lastIndex = at;
  return text.startsWith('/*', at) && !OPENING.test(text) ? endOrRest(text, '*/', at + 2) : undefined;
}

function endOrRest(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}
