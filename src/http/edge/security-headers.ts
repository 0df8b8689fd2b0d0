import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** The content security policy of data: it may load nothing, and no frame may contain it. */
const OF_DATA = {
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/**
 * Returns the security headers of every response that the OWASP REST Security Cheat Sheet lists; routes may set stricter ones. API keys are
 * in a header that caches do not know, so nothing is stored unless a route permits it. The proxy that terminates TLS sets
 * Strict-Transport-Security.
 */
export function securityHeaders(): Readonly<Record<string, string>> {
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: OF_DATA },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  protect(request, response, () => undefined);
  return { ...(response.getHeaders() as Record<string, string>), 'cache-control': 'no-store' };
}
