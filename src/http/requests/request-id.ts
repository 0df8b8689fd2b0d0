import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID_HEADER = 'x-request-id';
const PLAIN = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the id of a request for responses and the log: the caller's own if it is short and plain, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && PLAIN.test(given) ? given : randomUUID();
}
