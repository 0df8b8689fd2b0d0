import { METHODS } from 'node:http';
import { Client, rowsOf } from '../support/client';
import { inParallel, KeepAliveClient, type PlainAnswer } from '../support/keep-alive-client';
import { addressesOf } from '../support/routes';
import { type RunningService, startService } from '../support/service';

const LARGEST_BODY = 2000;

/** Bodies that a route which reads them would refuse, or take. */
const BODIES: readonly (readonly [type: string | undefined, body: string])[] = [
  [undefined, ''],
  [undefined, '{"ontology_name":"system","query":"SHOW ROLES"}'],
  ['application/json', '{"ontology_name":"system","query":"SHOW ROLES"}'],
  ['application/json', '{"broken'],
  ['application/json; charset=nonsense', '{}'],
  ['application/xml', '<a/>'],
  ['application/x-www-form-urlencoded', 'user=admin&password=x'],
  ['multipart/form-data; boundary=x', '--x--'],
  ['nonsense', 'nonsense'],
  ['application/json', `"${'x'.repeat(LARGEST_BODY)}"`],
];
/** These routes take any query parameters; of all others a stray one is refused. */
const CARELESS = /^\/(health\/|metrics$|svc\/docs|svc\/openapi\.json$)/;

describe('addresses', () => {
  let service: RunningService;
  let client: KeepAliveClient;
  let addresses: readonly string[];
  beforeAll(async () => {
    service = await startService({ MAX_BODY_BYTES: String(LARGEST_BODY), ALLOWED_CONFIG_ENVS_IN_API: 'REGION', REGION: 'eu' }); // prettier-ignore
    client = new KeepAliveClient(service.url, { 'x-api-key': service.token }, 8);
    // log_out would end the token with which these tests ask
    addresses = addressesOf(service.app).filter((address) => !address.endsWith('/log_out'));
    rowsOf(await new Client(service.api, service.token).sql('CREATE ONTOLOGY shop', { ontology: 'system' }));
  });
  afterAll(async () => {
    client.close();
    await service.close();
  });

  const codeOf = ({ bytes }: PlainAnswer): string | undefined =>
    (JSON.parse(bytes.toString() || '{}') as { error?: { code: string } }).error?.code;

  /** What each method is answered with at an address, in which bodies make no difference. */
  async function methodsOf(address: string): Promise<{ readonly taken: string[]; readonly refused: string[] }> {
    const methods = METHODS.filter((method) => method !== 'CONNECT');
    const taken: string[] = [];
    const refused: string[] = [];
    await inParallel(methods, 8, async (method) => {
      const { status } = await client.send({ method, address });
      (status === 405 ? refused : taken).push(method);
    });
    return { taken, refused };
  }

  it('answers 404 for an unknown address and 405 for a wrong method, whatever the body is', async () => {
    const unknown = ['/nothing', '/svc/api/nothing', ...addresses.map((address) => `${address}/nothing/more`)];
    const requests = unknown
      .filter((address) => !address.startsWith('/svc/docs'))
      .flatMap((address) => METHODS.map((method) => [method, address, 404] as readonly [string, string, number]));
    for (const address of addresses)
      requests.push(...(await methodsOf(address)).refused.map((method) => [method, address, 405] as const));
    const faults: string[] = [];
    const tried = requests
      .filter(([method]) => method !== 'CONNECT' && method !== 'HEAD')
      .flatMap((request, index) =>
        [0, 3, 7].map((next) => ({ request, body: BODIES[(index + next) % BODIES.length]! })),
      );
    await inParallel(tried, 8, async ({ request: [method, address, wanted], body: [type, body] }) => {
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const headers = type === undefined ? length : { ...length, 'content-type': type };
      const answer = await client.send({ method, address, headers, body });
      const allows = answer.headers.allow !== undefined;
      if (answer.status !== wanted || allows !== (wanted === 405))
        faults.push(`${method} ${address} ${type} ${body.slice(0, 20)}: ${answer.status}`);
    });
    process.stdout.write(`${tried.length} requests to ${unknown.length + addresses.length} addresses tried\n`);
    expect(tried.length).toBeGreaterThan(3000);
    expect(faults).toEqual([]);
  }, 120_000);

  it('rejects unknown query parameters except on operator and documentation routes', async () => {
    const outcomes: string[] = [];
    for (const address of addresses) {
      for (const method of (await methodsOf(address)).taken) {
        const answer = await client.send({ method, address: `${address}?surprise=1` });
        const isRefused = answer.status === 400 && (method === 'HEAD' || codeOf(answer) === 'filter_unknown_parameter');
        if (isRefused === CARELESS.test(address)) outcomes.push(`${method} ${address}: ${answer.status}`);
        const { status } = await client.send({ method, address: `${address}?` });
        if (status === 400 && !/query|create_ontology|mcp|log_in/.test(address))
          outcomes.push(`${method} ${address}?: ${status}`);
      }
    }
    expect(outcomes).toEqual([]);
  }, 60_000);

  it('lists the accepted parameters', async () => {
    const refusalOf = async (address: string, method = 'GET'): Promise<unknown> =>
      JSON.parse((await client.send({ method, address })).bytes.toString());
    expect(await refusalOf('/svc/api/get_ontologies?limit=5')).toMatchObject({
      data: 'there is no parameter "limit"',
      error: { code: 'filter_unknown_parameter', hint: 'this path accepts no query parameters' },
    });
    expect(await refusalOf('/svc/api/query/?nestd=true', 'POST')).toMatchObject({
      data: 'there is no parameter "nestd"',
      error: { code: 'filter_unknown_parameter', hint: 'did you mean "nested"? accepted parameters: nested' },
    });
    expect(await refusalOf('/svc/api/query?nested=true&nested=true', 'POST')).toMatchObject({
      error: { code: 'filter_malformed' },
      data: 'nested: this parameter occurs twice',
    });
    expect(await refusalOf(`/svc/api/get_ontologies?${'x'.repeat(1000)}=1`)).toMatchObject({
      data: `there is no parameter "${'x'.repeat(60)}..."`,
    });
    expect(await refusalOf('/svc/api/get_ontologies?a=%Be%')).toMatchObject({
      error: { code: 'request_malformed', hint: 'a percent sign itself is written %25' },
    });
  });
});
