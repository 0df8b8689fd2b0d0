import { type PrefixProxy, startPrefixProxy } from '../support/prefix-proxy';
import { type RunningService, startService } from '../support/service';
import { waitFor } from '../support/wait-for';

const HTML = 'text/html';

describe('BASE_PATH, behind a proxy that adds it', () => {
  let service: RunningService;
  let proxy: PrefixProxy;
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '', BASE_PATH: '/company/data' });
    proxy = await startPrefixProxy(service.url, '/company/data');
  }, 60_000);
  afterAll(async () => {
    await proxy.close();
    await service.close();
  });

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${proxy.url}${path}`, { headers: { 'x-api-key': service.token, ...headers }, redirect: 'manual' });

  it('is a part of all links of the start page', async () => {
    const page = await (await get('/company/data/', { accept: HTML })).text();
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!);
    expect(links).toEqual(['/company/data/svc/docs', '/company/data/svc/get_svc_user_token/']);
    const { data } = (await (await get('/company/data/svc/')).json()) as { readonly data: Record<string, string> };
    expect(data.api).toBe('/company/data/svc/api/');
    for (const link of [...links, data.openapi!, data.health!]) expect([link, (await get(link)).status]).toEqual([link, 200]); // prettier-ignore
  });

  it('is the server of the OpenAPI documents', async () => {
    for (const path of ['openapi.json', 'api/openapi/world.json']) {
      const { servers, paths } = (await (await get(`/company/data/svc/${path}`)).json()) as { readonly servers: readonly { readonly url: string }[]; readonly paths: object }; // prettier-ignore
      expect([path, servers.map(({ url }) => url)]).toEqual([path, ['/company/data']]);
      expect(Object.keys(paths).filter((each) => each.startsWith('/company'))).toEqual([]);
    }
  });

  it('is a part of the files of the documentation pages', async () => {
    for (const page of ['/company/data/svc/docs/world', '/company/data/svc/docs']) {
      const html = await (await get(page, { accept: HTML })).text();
      const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
      expect(files.length).toBeGreaterThan(3);
      for (const file of files) {
        const { pathname } = new URL(file, `${proxy.url}${page}`);
        expect([file, (await get(pathname)).status]).toEqual([file, 200]);
      }
    }
  });

  it('is a part of the path where an asynchronous answer is fetched', async () => {
    const response = await fetch(`${proxy.url}/company/data/svc/openapi/ontology/world/query`, {
      method: 'POST',
      headers: { 'x-api-key': service.token, 'content-type': 'text/plain', 'x-async': 'true' },
      body: "SELECT name FROM city WHERE name = 'Suva'",
    });
    const { poll_url: path } = (await response.json()) as { readonly poll_url: string };
    expect(path).toMatch(/^\/company\/data\/svc\/openapi\/get-async-results\//);
    const answer = await waitFor(async () => {
      const body = (await (await get(path)).json()) as { readonly status: string };
      return body.status === 'running' ? undefined : body;
    });
    expect(answer).toMatchObject({ status: 'completed', response: [{ name: 'Suva' }] });
  });
});
