import type { Filter } from './filter.ast';
import { malformed } from './filter-refusals';
import type { FilterTarget } from './lower-filter';
import type { Key, OrderColumn } from './seek';

/** Where a page begins: `offset` rows behind the one of `key`, or behind the beginning. */
export interface Place {
  readonly key?: Key | undefined;
  readonly offset: number;
}

/** The opaque text that stands in `next` and comes back in `_after_`: a place, and `of`, the fingerprint of the request it continues. */
export function encodeCursor({ key, offset }: Place, of: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify(key === undefined ? [of, offset] : [of, offset, key]));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The place that `encodeCursor` was given; refuses any other text, and a cursor of a request with another fingerprint. */
export function decodeCursor(text: string, of: string): Place {
  const content = readJson(text);
  if (!Array.isArray(content) || typeof content[0] !== 'string') throw unreadable();
  if (content[0] !== of)
    throw malformed('_after_', 'this cursor belongs to another request', 'only _limit_ may differ from page to page');
  const [, offset, key] = content as readonly unknown[];
  if (!isOffset(offset) || !(key === undefined || isKey(key))) throw unreadable();
  const place = { key, offset };
  if (encodeCursor(place, of) !== text) throw unreadable();
  return place;
}

function isOffset(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isKey(value: unknown): value is Key {
  return Array.isArray(value) && value.length > 0 && value.every((part) => part === null || typeof part === 'string');
}

/** Tells requests apart whose pages do not continue each other: everything counts but the size and place of the page; `columns` are those of the completed order. */
export function fingerprintRequest(
  ontology: string,
  target: FilterTarget,
  filter: Filter,
  columns: readonly OrderColumn[],
): string {
  const { groups, select, order, nested } = filter;
  return hash(JSON.stringify([ontology, target.schema, target.table, groups, select ?? null, order, nested, columns]));
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

/** A cursor that this service did not make. */
export function unreadable(): Error {
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
