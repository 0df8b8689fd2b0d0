import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusalOfHost } from './prepare-requests';

/**
 * The headers of the response to a preflight of a listed origin. API keys are headers and there are no cookies, so credentials are not
 * allowed.
 */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, if-match, if-none-match, nested, results-limit, results-offset, x-api-impersonate-user, x-api-key, x-async, x-dry-run, x-jwt-tenant-id, x-jwt-token, x-request-id',
  'access-control-max-age': '600',
};
const READABLE =
  'etag, retry-after, www-authenticate, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id';

/**
 * Allows pages of these origins to send requests and to read every response, errors included (CORS, Fetch Standard, 3.2). Without origins,
 * no CORS header is sent and OPTIONS is a method like any other. A preflight needs no key and counts in no limit.
 */
export function allowOrigins(instance: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  instance.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) {
      done();
      return;
    }
    void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE });
    if (isPreflight(request) && refusalOfHost(request) === undefined) void reply.code(204).headers(PREFLIGHT).send();
    else done();
  });
  instance.addHook('onSend', (_request, reply, payload, done) => {
    const others = reply.getHeader('vary');
    void reply.header('vary', others === undefined ? 'origin' : `${String(others)}, origin`);
    done(null, payload);
  });
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
