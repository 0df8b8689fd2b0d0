import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** Of what is data and no page: nothing may be loaded by it, and no frame may show it. */
const OF_DATA = {
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/** Of the page of the documentation, which has style elements of its own, and asks this service to try things out. */
const OF_DOCS = {
  ...OF_DATA,
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
};

/**
 * Headers that keep browsers careful with every answer, as the OWASP REST Security Cheat Sheet lists them; routes may set stricter ones.
 * Keys are in a header that caches do not know, so nothing is stored unless a route says so. Strict-Transport-Security is for the proxy
 * that ends TLS.
 */
export function protectBrowsers(instance: FastifyInstance, docsPath: string): void {
  const [protectData, protectDocs] = [protection(OF_DATA), protection(OF_DOCS)];
  instance.addHook('onRequest', (request, reply, done) => {
    const isDocs = request.routeOptions.url?.startsWith(docsPath) === true;
    void reply.header('cache-control', 'no-store');
    const protect = isDocs ? protectDocs : protectData;
    protect(request.raw, reply.raw, () => {
      done();
    });
  });
}

function protection(directives: Readonly<Record<string, readonly string[]>>): ReturnType<typeof helmet> {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
}
