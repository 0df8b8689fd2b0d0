import { Client, rowsOf } from '../support/client';
import { converse } from '../support/raw-connection';
import { type RunningService, startService } from '../support/service';

const APP = 'https://app.example.org';
const TOOL = 'http://tool.example.org:8080';
const PREFLIGHT = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-api-key' };
const FOREIGN = [
  'https://app.example.org.evil.example',
  'http://app.example.org',
  'https://APP.example.org',
  `${APP}/`,
  'null',
  '*',
  '',
];

/** The headers of CORS, by name. */
const corsOf = ({ headers }: Response): Readonly<Record<string, string>> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

describe('cross-origin requests', () => {
  let service: RunningService;
  const ask = (path: string, origin: string | undefined, init: RequestInit = {}): Promise<Response> =>
    fetch(path.startsWith('/') ? `${service.url}${path}` : `${service.api}/${path}`, {
      ...init,
      headers: { ...(origin === undefined ? {} : { origin }), ...(init.headers as Record<string, string> | undefined) },
    });

  describe('without listed origins', () => {
    beforeAll(async () => {
      service = await startService();
    });
    afterAll(() => service.close());

    it.each(['get_ontologies', '/nothing', 'get_config/%zz', '/health/live', '/svc/docs'])('receive no CORS header from %s', async (path) => {
      const response = await ask(path, APP, { headers: { 'accept-encoding': 'identity' } });
      expect([corsOf(response), response.headers.get('vary')]).toEqual([{}, null]);
    }); // prettier-ignore

    it('receive 405 for OPTIONS', async () => {
      const response = await ask('get_ontologies', APP, { method: 'OPTIONS', headers: PREFLIGHT });
      expect([response.status, response.headers.get('allow'), corsOf(response)]).toEqual([405, 'GET, HEAD', {}]);
    });
  });

  describe('with listed origins', () => {
    const keyed = (): RequestInit => ({ headers: { 'x-api-key': service.token } });
    beforeAll(async () => {
      service = await startService({ CORS_ORIGINS: `${APP}, ${TOOL}`, RATE_LIMIT_PER_MINUTE: '1000' });
    });
    afterAll(() => service.close());

    it.each([APP, TOOL])('are allowed from %s', async (origin) => {
      const response = await ask('get_ontologies', origin, keyed());
      expect(response.status).toBe(200);
      expect(corsOf(response)).toEqual({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': expect.stringContaining('x-request-id') as string,
      });
      expect(response.headers.get('vary')).toContain('origin');
    });

    it.each([...FOREIGN, undefined])('are not allowed from %p', async (origin) => {
      const response = await ask('get_ontologies', origin, keyed());
      expect([response.status, corsOf(response)]).toEqual([200, {}]);
      expect(response.headers.get('vary')).toContain('origin');
      const preflight = await ask('get_ontologies', origin, { method: 'OPTIONS', headers: PREFLIGHT });
      expect([preflight.status, corsOf(preflight)]).toEqual([405, {}]);
    });

    it.each([
      ['get_ontologies', 401],
      ['query', 405],
      ['/nothing', 404],
      ['get_config/%zz', 400],
      [`get_config/${'x'.repeat(3000)}`, 414],
    ])('can read why %s is rejected with %p', async (path, status) => {
      const response = await ask(path, APP);
      expect([response.status, corsOf(response)['access-control-allow-origin']]).toEqual([status, APP]);
      expect(response.headers.get('vary')).toContain('origin');
      expect(await response.json()).toMatchObject({ status: 'error' });
    });

    it('can read streams and cached rows, with a correct Vary', async () => {
      const admin = new Client(service.api, service.token);
      rowsOf(await admin.sql("CREATE ONTOLOGY shop; CREATE DATASOURCE d TYPE duckdb OPTIONS (path = 'd.duckdb'); CREATE VIEW one AS SELECT 1 AS n", { ontology: 'system' })); // prettier-ignore
      const response = await ask('q/shop/view/one', TOOL, keyed());
      expect([response.status, corsOf(response)['access-control-allow-origin']]).toEqual([200, TOOL]);
      expect(response.headers.get('vary')).toContain('origin');
    });

    it.each(['get_ontologies', 'query', 'get_token', '/nothing'])('need no key for a preflight of %s', async (path) => {
      const response = await ask(path, APP, { method: 'OPTIONS', headers: PREFLIGHT });
      expect([response.status, await response.text()]).toEqual([204, '']);
      expect(corsOf(response)).toMatchObject({
        'access-control-allow-origin': APP,
        'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
        'access-control-allow-headers': expect.stringContaining('x-api-key') as string,
      });
      expect(corsOf(response)).not.toHaveProperty('access-control-allow-credentials');
      expect(response.headers.get('vary')).toContain('origin');
    });

    it('may send the token as a bearer token, and read the challenge of a 401', async () => {
      const headers = { authorization: `Bearer ${service.token}` };
      expect((await ask('get_ontologies', APP, { headers })).status).toBe(200);
      const refused = await ask('get_ontologies', APP, { headers: { authorization: 'Bearer tk_0' } });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="api"']);
      expect(corsOf(refused)['access-control-expose-headers']).toContain('www-authenticate');
    });

    it.each(['Host: x\r\nHost: y', 'Host: a b', 'X: y'])(
      'are rejected for a preflight with the lines %j',
      async (lines) => {
        const head = `OPTIONS /svc/api/query HTTP/1.1\r\n${lines}\r\nOrigin: ${APP}\r\nAccess-Control-Request-Method: GET`;
        const bytes = Buffer.from(`${head}\r\n\r\n`);
        const { answers } = await converse(Number(new URL(service.url).port), bytes);
        expect(answers.map(({ status }) => status)).toEqual([400]);
      },
    );

    it('receive 405 for OPTIONS that is not a preflight', async () => {
      expect((await ask('get_ontologies', APP, { method: 'OPTIONS' })).status).toBe(405);
    });
  });

  it('can read a 429, and their preflights do not count', async () => {
    service = await startService({ CORS_ORIGINS: APP, RATE_LIMIT_PER_MINUTE: '3' });
    for (let round = 0; round < 5; round++)
      expect((await ask('get_ontologies', APP, { method: 'OPTIONS', headers: PREFLIGHT })).status).toBe(204);
    const statuses: number[] = [];
    for (let round = 0; round < 3; round++) statuses.push((await ask('get_ontologies', APP)).status);
    expect(statuses).toEqual([401, 401, 429]);
    expect(corsOf(await ask('get_ontologies', APP))['access-control-allow-origin']).toBe(APP);
    await service.close();
  });
});
