import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib';
import { rowsOf } from '../support/client';
import { KeepAliveClient, type PlainAnswer } from '../support/keep-alive-client';
import { type PeopleService, startPeopleService } from '../support/people-service';
import { type RunningService, startService } from '../support/service';
import { waitFor } from '../support/wait-for';

const API = '/svc/api';
const CITIES = `${API}/q/world/concept/city?_order_=city_id&_limit_=3000`;
const EVERYTHING = 'SELECT a.name FROM city a CROSS JOIN country b';

function decode({ headers, bytes }: PlainAnswer): string {
  const encoding = headers['content-encoding'];
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

/** Opens the response to a statement whose rows take seconds. */
function open({ api, token }: RunningService, encoding: string): Promise<IncomingMessage> {
  const headers = { 'x-api-key': token, 'content-type': 'application/json', 'accept-encoding': encoding };
  return new Promise((resolve, reject) => {
    const sending = request(`${api}/query/`, { method: 'POST', headers, agent: false }, resolve);
    sending.on('error', reject);
    sending.end(JSON.stringify({ ontology_name: 'world', query: EVERYTHING }));
  });
}

async function discard(rows: AsyncIterable<unknown>): Promise<number> {
  let chunks = 0;
  for await (const chunk of rows) chunks += chunk === undefined ? 0 : 1;
  return chunks;
}

/** A body without its parts that differ from one response to the next. */
const comparable = (text: string): string => text.replace(/"request_id":"[^"]+"/, '');

describe('compression', () => {
  let service: RunningService;
  let client: KeepAliveClient;
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '' });
    client = new KeepAliveClient(service.url, { 'x-api-key': service.token }, 2);
  }, 60_000);
  afterAll(async () => {
    client.close();
    await service.close();
  });

  const ask = (
    address: string,
    accept?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PlainAnswer> =>
    client.send({ address, headers: { ...headers, ...(accept !== undefined && { 'accept-encoding': accept }) } });

  it.each([
    ['a stream of rows', CITIES],
    ['a stream of lines', `${CITIES}&_format_=ndjson`],
    ['a stream of CSV', `${CITIES}&_format_=csv`],
    ['a few rows', `${API}/q/world/concept/country?_limit_=20`],
    ['details of an ontology', `${API}/get_ontology/world`],
    ['an error', `${API}/q/world/concept/city?_subj_=${'x'.repeat(2000)}&_op_=eq&_comp_=1`],
    ['the OpenAPI document', '/svc/openapi.json'],
    ['a file of the documentation', '/svc/docs/swagger-ui-bundle.js'],
  ])('of %s keeps the body, its status and its type', async (_, address) => {
    const plain = await ask(address);
    expect([plain.headers['content-encoding'], plain.bytes.length > 1024]).toEqual([undefined, true]);
    for (const encoding of ['gzip', 'br']) {
      const answer = await ask(address, encoding);
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers.vary).toContain('accept-encoding');
      expect([answer.status, answer.headers['content-type']]).toEqual([plain.status, plain.headers['content-type']]);
      expect(comparable(decode(answer))).toBe(comparable(plain.bytes.toString()));
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length * 0.7);
      expect([undefined, String(answer.bytes.length)]).toContain(answer.headers['content-length']);
    }
  });

  it('is not applied to short bodies, unless the client rejects identity, nor to other encodings', async () => {
    const address = `${API}/get_ontologies`;
    expect((await ask(address, 'gzip, br')).headers).not.toHaveProperty('content-encoding');
    const forced = await ask(address, 'identity;q=0, gzip');
    expect([forced.headers['content-encoding'], decode(forced)]).toEqual([
      'gzip',
      '{"data":["world"],"status":"success"}',
    ]);
    for (const accept of ['identity', 'deflate', 'gzip;q=0', 'identity;q=0', '']) {
      const answer = await ask(CITIES, accept);
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
    }
  });

  it('is not applied to images and to parts of files', async () => {
    const part = await ask('/svc/docs/swagger-ui.css', 'gzip', { range: 'bytes=0-4999' });
    expect([part.status, part.bytes.length, part.headers['content-encoding']]).toEqual([206, 5000, undefined]);
    const image = await ask('/svc/docs/favicon-32x32.png', 'identity;q=0, gzip');
    expect([image.status, image.headers['content-encoding']]).toEqual([200, undefined]);
  });

  it('has an entity tag for each encoding, and 304 for each', async () => {
    const address = `${API}/get_ontology/world`;
    const answers = [];
    for (const accept of [undefined, 'gzip', 'br']) answers.push(await ask(address, accept));
    const tags = answers.map(({ headers }) => String(headers.etag));
    const [own = ''] = tags;
    expect(tags).toEqual([own, `${own.slice(0, -1)}-gzip"`, `${own.slice(0, -1)}-br"`]);
    for (const [accept, tag, status] of [
      [undefined, tags[0], 304],
      [undefined, tags[1], 200],
      ['gzip', tags[1], 304],
      ['gzip', `"x", W/${tags[1]}`, 304],
      ['gzip', tags[0], 200],
      ['gzip', '*', 304],
      ['gzip', tags[2], 200],
      ['br', tags[2], 304],
    ] as const) {
      const answer = await ask(address, accept, { 'if-none-match': String(tag) });
      expect([accept, tag, answer.status]).toEqual([accept, tag, status]);
      expect(answer.headers.vary).toContain('accept-encoding');
      if (status === 304) expect([answer.bytes.length, answer.headers['content-encoding']]).toEqual([0, undefined]);
    }
  });

  it('has the same headers for HEAD', async () => {
    const address = `${API}/get_ontology/world`;
    const answer = await ask(address, 'gzip');
    const head = await client.send({ method: 'HEAD', address, headers: { 'accept-encoding': 'gzip' } });
    const names = ['content-encoding', 'content-length', 'etag', 'vary'];
    expect(names.map((name) => head.headers[name])).toEqual(names.map((name) => answer.headers[name]));
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
  });

  it.each(['gzip', 'br'])(
    'by %s sends rows while the statement runs, and a client that leaves ends it',
    async (encoding) => {
      const answer = await open(service, encoding);
      expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, encoding]);
      await once(answer, 'data');
      expect(await running()).toBe(1);
      answer.destroy();
      await waitFor(async () => ((await running()) === 0 ? true : undefined));
    },
    30_000,
  );

  const running = async (): Promise<number> => {
    const metrics = decode(await ask('/metrics'));
    return Number(/^ontology_data_source_connections_in_use\{ontology="world"\S* (\d+)$/m.exec(metrics)?.[1]);
  };

  it('of rows that fail after the first ones is not complete', async () => {
    const limited = await startService({ DATABASE_URL: '', QUERY_TIMEOUT_MS: '1500' });
    const answer = await open(limited, 'gzip');
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'gzip']);
    await expect(pipeline(answer, createGunzip(), (rows) => discard(rows))).rejects.toThrow();
    expect(answer.complete).toBe(false);
    await limited.close();
  }, 60_000);

  it('can be switched off', async () => {
    const plain = await startService({ DATABASE_URL: '', COMPRESS_RESPONSES: 'false' });
    const one = new KeepAliveClient(plain.url, { 'x-api-key': plain.token, 'accept-encoding': 'gzip, br' }, 1);
    const answer = await one.send({ address: CITIES });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
    one.close();
    await plain.close();
  }, 60_000);
});

describe('compression of cached rows', () => {
  let people: PeopleService;
  beforeAll(async () => {
    people = await startPeopleService({ RESULT_CACHE_BYTES: '8000000' });
    people.write(Array.from({ length: 200 }, (_, index) => [index, `name ${index}`, 'Rome'] as const));
    rowsOf(await people.admin.sql(people.script, { ontology: 'system' }));
    rowsOf(await people.admin.sql('ALTER ONTOLOGY people SET result_ttl = 60', { ontology: 'people' }));
  });
  afterAll(() => people.close());

  it('returns each encoding from the cache, with its entity tag', async () => {
    const client = new KeepAliveClient(people.service.url, { 'x-api-key': people.service.token }, 1);
    const address = `${API}/q/people/concept/person`;
    const seen = [];
    for (const accept of ['gzip', 'br', 'gzip', 'identity', 'br']) {
      const answer = await client.send({ address, headers: { 'accept-encoding': accept } });
      seen.push(answer);
      const headers = { 'accept-encoding': accept, 'if-none-match': String(answer.headers.etag) };
      expect((await client.send({ address, headers })).status).toBe(304);
    }
    expect(seen.map(({ headers }) => headers['x-cache'])).toEqual(['MISS', 'HIT', 'HIT', 'HIT', 'HIT']);
    expect(new Set(seen.map(decode)).size).toBe(1);
    expect(new Set(seen.map(({ headers }) => headers.etag)).size).toBe(3);
    expect(seen[2]?.bytes.equals(seen[0]!.bytes)).toBe(true);
    client.close();
  });
});
