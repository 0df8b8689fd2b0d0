import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** The content security policy of data: it may load nothing, and no frame may contain it. */
const OF_DATA = {
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/** The content security policy of the documentation page, which has inline style elements and sends requests to this service. */
const OF_DOCS = {
  ...OF_DATA,
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
};

/**
 * Sets the security headers of every response that the OWASP REST Security Cheat Sheet lists; routes may set stricter ones. API keys are in
 * a header that caches do not know, so nothing is stored unless a route permits it. The proxy that terminates TLS sets
 * Strict-Transport-Security.
 */
export function protectBrowsers(instance: FastifyInstance, docsPath: string): void {
  const [ofData, ofDocs] = [headersFor(OF_DATA), headersFor(OF_DOCS)];
  instance.addHook('onRequest', (request, reply, done) => {
    const isDocs = request.routeOptions.url?.startsWith(docsPath) === true;
    void reply.headers(isDocs ? ofDocs : ofData);
    done();
  });
}

/** Returns the headers that helmet sets, computed once: a call of helmet for each response takes longer than all other hooks together. */
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
