import type { Filter } from './filter.ast';
import { malformed } from './filter-refusals';
import type { FilterTarget } from './lower-filter';

/** Where the next page begins: behind the row with these values of the complete order, or after a number of rows. */
export type Cursor =
  | { readonly kind: 'keyset'; readonly values: readonly (string | null)[] }
  | { readonly kind: 'offset'; readonly offset: number };

/** The opaque text that stands in `next` and comes back in `_after_`; `of` is the fingerprint of the request it continues. */
export function encodeCursor(cursor: Cursor, of: string): string {
  const place = cursor.kind === 'keyset' ? cursor.values : cursor.offset;
  const bytes = new TextEncoder().encode(JSON.stringify([of, place]));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Reads what `encodeCursor` made; refuses any other text, and a cursor of a request with another fingerprint. */
export function decodeCursor(text: string, of: string): Cursor {
  const content = readJson(text);
  if (!Array.isArray(content) || content.length !== 2 || typeof content[0] !== 'string') throw unreadable();
  if (content[0] !== of)
    throw malformed('_after_', 'this cursor belongs to another request', 'only _limit_ may differ from page to page');
  const cursor = readPlace(content[1]);
  if (cursor === undefined || encodeCursor(cursor, of) !== text) throw unreadable();
  return cursor;
}

/** Tells requests apart whose pages do not continue each other: everything counts but the size and place of the page. */
export function fingerprintRequest(ontology: string, target: FilterTarget, filter: Filter): string {
  const { groups, select, order, nested } = filter;
  return hash(JSON.stringify([ontology, target.schema, target.table, groups, select ?? null, order, nested]));
}

function readPlace(place: unknown): Cursor | undefined {
  if (typeof place === 'number' && Number.isSafeInteger(place) && place >= 0) return { kind: 'offset', offset: place };
  if (Array.isArray(place) && place.every((value) => value === null || typeof value === 'string')) {
    return { kind: 'keyset', values: place };
  }
  return undefined;
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
