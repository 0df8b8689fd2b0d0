import type { Answer } from './client';

/**
 * Returns the body of a response without the name of its ontology (`side_` and a letter) and without the parts that differ between
 * requests.
 */
export function textWithoutNames({ text, body }: Answer): string {
  const id = body.error?.request_id ?? '\u0000';
  const next = body.next ?? '\u0000';
  const keyed = typeof body.next === 'string' ? text.replaceAll(next, placeOf(next)) : text;
  return keyed.replaceAll(id, '').replace(/side_[a-z]/g, 'side');
}

/** Returns the position in a cursor, without the fingerprint of the request, which contains the ontology. */
export function placeOf(next: string): string {
  const [, ...place] = JSON.parse(Buffer.from(next, 'base64url').toString('utf8')) as readonly unknown[];
  return JSON.stringify(place);
}
