import type { JWTVerifyGetKey } from 'jose';
import { ServiceError } from '../../errors';

const TIMEOUT_MS = 3000;
const LARGEST_BYTES = 2 ** 20;
/** Time after a failure in which the server is not queried again. */
const PAUSE_MS = 5000;
const OK = 200;

/**
 * Returns the keys that a server publishes, fetched when a token first needs them and again after ten minutes, or for a key that is not
 * among them, at most every 30 seconds. Only this URL is fetched, without redirects: neither a token nor the server can name another one.
 */
export async function publishedKeys(url: URL): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, customFetch } = await import('jose');
  let resumes = 0;
  return createRemoteJWKSet(url, {
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: async (address: string, options: RequestInit) => {
      if (Date.now() < resumes) throw unavailable(resumes - Date.now());
      try {
        return await fetchWhole(address, options);
      } catch {
        resumes = Date.now() + PAUSE_MS;
        throw unavailable(PAUSE_MS);
      }
    },
  });
}

/** Fetches a small JSON document to its end, so that a slow or endless body fails here. */
async function fetchWhole(address: string, options: RequestInit): Promise<Response> {
  const response = await fetch(address, options);
  if (response.status !== OK || response.body === null) throw new Error('no keys');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > LARGEST_BYTES) throw new Error('too large');
    chunks.push(chunk);
  }
  return Response.json(JSON.parse(Buffer.concat(chunks).toString('utf8')));
}

function unavailable(milliseconds: number): ServiceError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  return new ServiceError('auth_keys_unavailable', 'the server that publishes the keys of tokens is unavailable', {
    hint: 'try again later, or use an API token',
    retryAfter,
  });
}
