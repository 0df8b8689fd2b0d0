import type { Filter } from './filter.ast';
import { malformed } from './filter-refusals';
import type { FilterTarget } from './lower-filter';

/** The opaque text that stands in `next` and comes back in `_after_`: how many rows are passed over, and `of`, the fingerprint of the request it continues. */
export function encodeCursor(offset: number, of: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify([of, offset]));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The offset that `encodeCursor` was given; refuses any other text, and a cursor of a request with another fingerprint. */
export function decodeCursor(text: string, of: string): number {
  const content = readJson(text);
  if (!Array.isArray(content) || content.length !== 2 || typeof content[0] !== 'string') throw unreadable();
  if (content[0] !== of)
    throw malformed('_after_', 'this cursor belongs to another request', 'only _limit_ may differ from page to page');
  const offset: unknown = content[1];
  const isOffset = typeof offset === 'number' && Number.isSafeInteger(offset) && offset >= 0;
  if (!isOffset || encodeCursor(offset, of) !== text) throw unreadable();
  return offset;
}

/** Tells requests apart whose pages do not continue each other: everything counts but the size and place of the page. */
export function fingerprintRequest(ontology: string, target: FilterTarget, filter: Filter): string {
  const { groups, select, order, nested } = filter;
  return hash(JSON.stringify([ontology, target.schema, target.table, groups, select ?? null, order, nested]));
}

function readJson(text: string): unknown {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw unreadable();
  }
}

function unreadable(): Error {
  return malformed('_after_', 'this is not a cursor of this service', 'send "next" of the page before as it came');
}

/** FNV-1a, 32 bits: a mix-up of two requests is a mistake of the client to point out, not an attack to withstand. */
function hash(text: string): string {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return (state >>> 0).toString(36);
}
