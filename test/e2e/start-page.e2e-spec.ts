import { createHash } from 'node:crypto';
import { type RunningService, startService } from '../support/service';

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the start page', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ SERVICE_NAME: 'acme' });
  });
  afterAll(() => service.close());

  const fetchPath = (path: string, accept?: string, method = 'GET'): Promise<Response> =>
    fetch(`${service.url}${path}`, { method, redirect: 'error', headers: accept === undefined ? {} : { accept } });

  it.each(['/', '/acme', '/acme/'])('leads browsers from %s to paths that exist, without a key or a script', async (path) => {
    const response = await fetchPath(path, HTML);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect([response.headers.get('vary'), response.headers.get('cache-control')]).toEqual([
      expect.stringContaining('accept') as string,
      'no-store',
    ]);
    const page = await response.text();
    expect(page).not.toContain('<script');
    const [, style = ''] = /<style>(.*)<\/style>/.exec(page) ?? [];
    const digest = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!);
    expect(links).toEqual(expect.arrayContaining(['/acme/docs', '/acme/get_acme_user_token/']));
    for (const link of links) expect([link, (await fetchPath(link, HTML)).status]).toEqual([link, 200]);
  }); // prettier-ignore

  it.each([undefined, '*/*', 'application/json', 'text/html;q=0, */*', 'text/htmlx'])(
    'returns paths as JSON to programs that accept %s',
    async (accept) => {
      for (const path of ['/', '/acme/']) {
        const response = await fetchPath(path, accept);
        expect([response.status, response.headers.get('content-type')]).toEqual([
          200,
          'application/json; charset=utf-8',
        ]);
        const { data, status } = (await response.json()) as { data: Record<string, string>; status: string };
        expect(status).toBe('success');
        expect(data).toMatchObject({
          documentation: '/acme/docs',
          token_page: '/acme/get_acme_user_token/',
          api: '/acme/api/',
          openapi: '/acme/openapi.json',
          health: '/health/ready',
        });
        for (const link of [data.documentation, data.openapi, data.health])
          expect([link, (await fetchPath(link!)).status]).toEqual([link, 200]);
      }
    },
  );

  it('accepts no other method and no parameter', async () => {
    expect((await fetchPath('/', HTML, 'HEAD')).status).toBe(200);
    const posted = await fetchPath('/acme', HTML, 'POST');
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetchPath('/?x=1')).status).toBe(400);
    expect((await fetchPath('/svc')).status).toBe(404);
  });
});
