import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
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
  const [ofData, ofDocs] = [headersFor(OF_DATA), headersFor(OF_DOCS)];
  instance.addHook('onRequest', (request, reply, done) => {
    const isDocs = request.routeOptions.url?.startsWith(docsPath) === true;
    void reply.headers(isDocs ? ofDocs : ofData);
    done();
  });
}

/** What helmet sets, asked of it once: to have it set them one by one on every answer takes longer than all other hooks together. */
function headersFor(directives: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>> {
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  protect(request, response, () => undefined);
  return { ...(response.getHeaders() as Record<string, string>), 'cache-control': 'no-store' };
}
