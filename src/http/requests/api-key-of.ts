import type { IncomingHttpHeaders } from 'node:http';

const BEARER = /^Bearer +(\S+)$/i;
/** The beginning of every API token, by which it differs from other bearer tokens. */
const API_TOKEN = 'tk_';

/** Returns the token of an `Authorization` header with the scheme Bearer (RFC 6750, section 2.1). */
export function bearerOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
}

/** Returns the API key of `x-api-key`, or of `Authorization: Bearer tk_...`; undefined where the two headers contain different ones. */
export function apiKeyOf({ 'x-api-key': key, authorization }: IncomingHttpHeaders): string | undefined {
  const bearer = bearerOf(authorization);
  if (bearer?.startsWith(API_TOKEN) !== true) return typeof key === 'string' ? key : undefined;
  return key === undefined || key === bearer ? bearer : undefined;
}
