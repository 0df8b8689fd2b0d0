import type { Answer } from './client';

/** The text of an answer without the name of its ontology, `side_` and a letter, and without what differs from request to request. */
export function textWithoutNames({ text, body }: Answer): string {
  const id = body.error?.request_id ?? '\u0000';
  const next = body.next ?? '\u0000';
  const keyed = typeof body.next === 'string' ? text.replaceAll(next, placeOf(next)) : text;
  return keyed.replaceAll(id, '').replace(/side_[a-z]/g, 'side');
}

/** What a cursor holds but for the fingerprint of the request, in which the ontology is named. */
export function placeOf(next: string): string {
  const [, ...place] = JSON.parse(Buffer.from(next, 'base64url').toString('utf8')) as readonly unknown[];
  return JSON.stringify(place);
}
