import { METHODS } from 'node:http';
import { makeBearer } from '../support/bearer';
import { Client, rowsOf } from '../support/client';
import { inParallel, KeepAliveClient } from '../support/keep-alive-client';
import { addressesOf } from '../support/routes';
import { getToken, type RunningService, startService } from '../support/service';
import { shareOf } from '../support/trials';

/** What answers to everybody, by GET and HEAD. Whoever opens a route adds it here. */
const OPEN: readonly string[] = [
  '/',
  '/svc',
  '/health/live',
  '/health/ready',
  '/metrics',
  '/svc/docs',
  '/svc/docs/shop',
  '/svc/docs/show-ontology.mjs',
  '/svc/docs/swagger-ui.css',
  '/svc/get_svc_user_token',
  '/svc/openapi.json',
].flatMap((address) => [`GET ${address}`, `HEAD ${address}`]);

const ALL_METHODS = METHODS.filter((method) => method !== 'CONNECT');
const COMMON_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** Other spellings of an address, which a proxy or a router may take for the same. */
function spellingsOf(address: string): readonly string[] {
  const last = address.lastIndexOf('/');
  const [before, name] = [address.slice(0, last), address.slice(last + 1)];
  const letter = `%${name.charCodeAt(0).toString(16)}`;
  return [
    `${address}/`,
    `${address}//`,
    `/${address}`,
    address.replaceAll('/', '//'),
    `${before}%2f${name}`,
    `${before}%2F${name}/`,
    `${before}\\${name}`,
    `${before}/${letter}${name.slice(1)}`,
    `${before}/${letter.toUpperCase().replace('%', '%25')}${name.slice(1)}`,
    address.toUpperCase(),
    `${before}/${name.toUpperCase()}`,
    `${address};x`,
    `${before};x/${name}`,
    `${address}/.`,
    `/./${address.slice(1)}`,
    `/x/..${address}`,
    `/x/%2e%2e${address}`,
    `${address}%00`,
    `${address}%20`,
    `${address}.`,
    `${address}.json`,
    `/health/live/..${address}`,
    `/health/live/%2e%2e/%2e%2e${address}`,
    `http://x${address}`,
  ].filter((spelling) => /^(\/|http:)/.test(spelling));
}

describe('every route', () => {
  let service: RunningService;
  let addresses: readonly string[];
  const clients: KeepAliveClient[] = [];
  const clientWith = (headers: Readonly<Record<string, string>>): KeepAliveClient => {
    const client = new KeepAliveClient(service.url, headers, 8);
    clients.push(client);
    return client;
  };
  beforeAll(async () => {
    service = await startService({ RATE_LIMIT_PER_MINUTE: '10000000', ALLOWED_CONFIG_ENVS_IN_API: 'REGION', REGION: 'eu-west' }); // prettier-ignore
    addresses = addressesOf(service.app);
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await service.close();
  });

  it('is in the list of this test', () => {
    expect(addresses.length).toBeGreaterThan(15);
    expect(addresses.filter((address) => /[:*]/.test(address))).toEqual([]);
    expect(addresses).toEqual(expect.arrayContaining(['/svc/api/query', '/metrics', '/svc/api/q/shop/concept/thing']));
  });

  it('is closed by any method unless it is in the list of open ones', async () => {
    const nobody = clientWith({});
    const open: string[] = [];
    const odd: string[] = [];
    const requests = addresses.flatMap((address) => ALL_METHODS.map((method) => ({ method, address })));
    await inParallel(requests, 8, async ({ method, address }) => {
      const { status, bytes } = await nobody.send({ method, address });
      if (status < 400) open.push(`${method} ${address}`);
      else if (![400, 401, 404, 405, 415].includes(status))
        odd.push(`${method} ${address}: ${status} ${bytes.toString()}`);
    });
    expect(odd).toEqual([]);
    expect(open.sort()).toEqual([...OPEN].sort());
  }, 120_000);

  it.each([
    ['nobody', 0, {}],
    ['a wrong key', 1, { 'x-api-key': `tk_${'0'.repeat(64)}` }],
    ['a bearer in place of a key', 2, { authorization: 'Bearer x' }],
    ['a wrong key as a bearer token', 3, { authorization: `Bearer tk_${'0'.repeat(64)}` }],
  ])(
    'is closed to %s by every spelling of its address',
    async (_, turn, headers) => {
      const client = clientWith(headers);
      const isOpen = (method: string, address: string): boolean =>
        OPEN.includes(`${method} ${address}`) || (address.startsWith('/svc/docs') && /^(GET|HEAD)$/.test(method));
      const faults: string[] = [];
      const all = addresses.flatMap((address) =>
        spellingsOf(address).flatMap((spelling) => COMMON_METHODS.map((method) => ({ method, address, spelling }))),
      );
      const requests = shareOf(all, turn);
      await inParallel(requests, 8, async ({ method, address, spelling }) => {
        const { status } = await client.send({ method, address: spelling });
        const allowed = [400, 401, 403, 404, 405, 415, 429];
        if (!allowed.includes(status) && !(status < 400 && isOpen(method, address)))
          faults.push(`${method} ${spelling}: ${status}`);
      });
      process.stdout.write(`${requests.length} spellings of ${addresses.length} addresses tried\n`);
      expect(faults).toEqual([]);
    },
    120_000,
  );

  it('returns to a reader by no spelling more than by the plain address', async () => {
    const admin = new Client(service.api, service.token);
    for (const statement of ['CREATE ONTOLOGY shop', "CREATE USER ana PASSWORD 'of ana, long'"])
      rowsOf(await admin.sql(statement, { ontology: 'system' }));
    const key = await getToken(service.api, makeBearer('ana', 'of ana, long', service.salt));
    const reader = clientWith({ 'x-api-key': key });
    const faults: string[] = [];
    // log_out would end the token with which the reader asks
    const asked = addresses.filter((address) => !address.endsWith('/log_out'));
    const requests = asked.flatMap((address) => ['GET', 'POST', 'DELETE'].map((method) => ({ method, address })));
    await inParallel(requests, 8, async ({ method, address }) => {
      const { status: own } = await reader.send({ method, address });
      if (own >= 500 && own !== 501) faults.push(`${method} ${address}: ${own}`);
      for (const spelling of spellingsOf(address)) {
        const { status } = await reader.send({ method, address: spelling });
        if (![own, 400, 403, 404, 405, 429].includes(status))
          faults.push(`${method} ${spelling}: ${status} for ${own}`);
      }
    });
    expect(faults).toEqual([]);
  }, 120_000);

  it('serves only files of the documentation page, and one page for all other names', async () => {
    const nobody = clientWith({});
    const page = (await nobody.send({ address: '/svc/docs/shop' })).bytes.toString();
    for (const way of [
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e/package.json',
      '..%5cpackage.json',
      '%2e%2e%2fpackage.json',
      '....//package.json',
      '/etc/passwd',
      '%2fetc%2fpasswd',
      '.git/config',
      '%00',
      'node_modules',
    ])
      // prettier-ignore
      for (const address of [`/svc/docs/${way}`, `/svc/docs${way}`]) {
        const { status, bytes } = await nobody.send({ address });
        if (status === 200) expect([address, bytes.toString()]).toEqual([address, page]);
        else expect([address, [400, 403, 404].includes(status)]).toEqual([address, true]);
      }
  });
});
