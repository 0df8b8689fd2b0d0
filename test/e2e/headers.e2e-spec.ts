import { KeepAliveClient } from '../support/keep-alive-client';
import { converse } from '../support/raw-connection';
import { addressesOf } from '../support/routes';
import { type RunningService, startService } from '../support/service';

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PROPFIND'];
const STRICT = /^default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'$/;
const DOCS = new RegExp(
  `${STRICT.source.slice(0, -1)};script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;font-src 'self';connect-src 'self'$`,
);
const OTHERS = ['/nothing', '/svc/api/get_config/%zz', '/svc/docs/nothing', `/svc/api/get_config/${'x'.repeat(3000)}`];

const LOG_IN = /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/; // prettier-ignore

const PAGE = new RegExp(
  `${STRICT.source.slice(0, -1)};script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self'$`,
);

/** The policy that an answer to this address is to have. */
function policyOf(address: string, type = ''): RegExp {
  if (/^\/svc\/docs\/(shop|nothing|show-ontology\.mjs)$/.test(address) && type.startsWith('text/')) return PAGE;
  if (address.startsWith('/svc/docs')) return type.startsWith('text/') ? DOCS : /^default-src 'none';/;
  return type.startsWith('text/html') ? LOG_IN : STRICT;
}

/** Files of the documentation may be kept by anybody, metadata by its client, which has to check at each use that it is current. */
function cachingOf(address: string, status: number): string {
  if (status !== 200) return 'no-store';
  if (address.endsWith('.css')) return 'public, max-age=0';
  return address.endsWith('/get_ontologies') ? 'private, no-cache' : 'no-store';
}

describe('the headers of every answer', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ ALLOWED_CONFIG_ENVS_IN_API: 'REGION', REGION: 'eu-west' });
  });
  afterAll(() => service.close());

  it.each(['nobody', 'an administrator'])('forbid caching and framing on every route, for %s', async (who) => {
    const client = new KeepAliveClient(service.url, who === 'nobody' ? {} : { 'x-api-key': service.token }, 1);
    const addresses = [...addressesOf(service.app), ...OTHERS];
    expect(addresses.length).toBeGreaterThan(18);
    for (const address of addresses)
      for (const method of METHODS) {
        const { status, headers } = await client.send({ method, address });
        const seen = Object.fromEntries(['x-content-type-options', 'x-frame-options', 'referrer-policy', 'cross-origin-opener-policy', 'strict-transport-security', 'x-powered-by', 'server', 'set-cookie'].map((name) => [name, headers[name]])); // prettier-ignore
        expect([method, address, seen]).toEqual([method, address, {
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
        }]); // prettier-ignore
        expect([method, address, headers['cache-control']]).toEqual([method, address, cachingOf(address, status)]);
        expect(headers['content-security-policy']).toMatch(policyOf(address, headers['content-type']));
      }
    client.close();
  });

  it('are sent also for malformed requests', async () => {
    const { answers } = await converse(Number(new URL(service.url).port), Buffer.from('GET / HTTP/9.9\r\n\r\n'));
    expect(answers[0]?.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
  });
});
