import type { Filter } from './filter.ast';
import { malformed } from './filter-refusals';
import type { FilterTarget } from './lower-filter';

/** A column of the order of a page. */
export interface OrderColumn {
  readonly name: string;
  readonly descending: boolean;
  /** Whether the column may be NULL; NULLs sort last. */
  readonly isNullable: boolean;
}

/** The values of the order columns in a row, as strings. */
export type Key = readonly (string | null)[];

/** The start of a page: `offset` rows after the row of `key`, or after the first row. */
export interface Place {
  readonly key?: Key | undefined;
  readonly offset: number;
}

/**
 * Returns the opaque string that `next` contains and `_after_` accepts: a position, and `of`, the fingerprint of the
 * request that it continues.
 */
export function encodeCursor({ key, offset }: Place, of: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify(key === undefined ? [of, offset] : [of, offset, key]));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Returns the position that was passed to `encodeCursor`. Rejects any other string, and the cursor of a request with
 * another fingerprint.
 */
export function decodeCursor(text: string, of: string): Place {
  const content = readJson(text);
  if (!Array.isArray(content) || typeof content[0] !== 'string') throw unreadable();
  if (content[0] !== of)
    throw malformed('_after_', 'this cursor belongs to another request', 'only _limit_ may change between pages');
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

/**
 * Returns the same fingerprint only for requests whose pages continue each other. It covers everything but the size and
 * position of the page; `columns` are the columns of the completed order.
 */
export function fingerprintRequest(
  ontology: string,
  target: FilterTarget,
  filter: Filter,
  columns: readonly OrderColumn[],
): string {
  const { groups, select, order, nested, where, having, distinct, lists } = filter;
  const parts = [ontology, target.schema, target.table, groups, select ?? null, order, nested, columns];
  // requests without these have the same fingerprint as in earlier versions
  const isPlain = where === undefined && having === undefined && !distinct && lists === undefined;
  if (isPlain) return hash(JSON.stringify(parts));
  const ofLists = lists?.map(({ parameter, text }) => [parameter, text]);
  return hash(JSON.stringify([...parts, { where: where?.text, having: having?.text, distinct, lists: ofLists }]));
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

/** Returns the error for a cursor that this service did not create. */
export function unreadable(): Error {
  return malformed('_after_', 'this is not a cursor of this service', 'pass "next" of the previous page unchanged');
}

/** Returns the FNV-1a hash, 32 bits. It only has to detect mistakes of clients, not attacks. */
function hash(text: string): string {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return (state >>> 0).toString(36);
}
