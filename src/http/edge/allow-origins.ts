import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusalOfHost } from './check-host';

/** What a preflight of a listed origin is answered: keys go in headers, and there are no cookies, so no credentials are allowed. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'authorization, content-type, if-match, if-none-match, nested, x-api-key, x-request-id',
  'access-control-max-age': '600',
};
const READABLE = 'etag, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id';

/**
 * Lets pages of these origins ask from a browser and read every answer, refusals included (CORS, Fetch Standard, 3.2). None: no header
 * of it is ever sent, and OPTIONS is a method like any other. A preflight needs no key and counts in no limit.
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
