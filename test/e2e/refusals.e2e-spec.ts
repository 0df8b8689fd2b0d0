import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogOutput } from '../../src/http';
import { converse, type RawAnswer } from '../support/raw-connection';
import { type RunningService, startService } from '../support/service';

const LONG_NAME = 'x'.repeat(3000);

/** Each of them was once answered beside the way of all requests: by the router, by the parser, or by Node itself. */
const REFUSED: Readonly<Record<string, readonly [head: string, status: number]>> = {
  'a broken percent-encoding': ['GET /svc/api/get_config/%zz HTTP/1.1\r\nHost: x', 400],
  'an encoding of no character': ['GET /svc/api/get_config/%C3%28 HTTP/1.1\r\nHost: x', 400],
  'a segment that is too long': [`GET /svc/api/get_config/${LONG_NAME} HTTP/1.1\r\nHost: x`, 414],
  'a URL that is too long': [`GET /svc/api/get_ontologies?${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x`, 414],
  'a URL without a route': ['GET /nothing HTTP/1.1\r\nHost: x', 404],
  'the URL *': ['OPTIONS * HTTP/1.1\r\nHost: x', 404],
  'a URL without its slash': ['GET *svc/api/get_ontologies HTTP/1.1\r\nHost: x', 404],
  'a method that the path does not accept': ['PUT /svc/api/get_ontologies HTTP/1.1\r\nHost: x', 405],
  'no Host header': ['GET /svc/api/get_ontologies HTTP/1.1\r\nX-Api-Key: a', 400],
  'two Host headers': ['GET /svc/api/get_ontologies HTTP/1.1\r\nHost: x\r\nHost: x', 400],
  'a malformed host': ['GET /svc/api/get_ontologies HTTP/1.1\r\nHost: a b', 400],
  'an unknown expectation': ['GET /svc/api/get_ontologies HTTP/1.1\r\nHost: x\r\nExpect: a', 401],
  'an unknown HTTP version': ['GET /svc/api/get_ontologies HTTP/9.9\r\nHost: x', 400],
  'a header without a colon': ['GET /svc/api/get_ontologies HTTP/1.1\r\nHost: x\r\nbad header', 400],
  'headers that are too large': [`GET /svc/api/get_ontologies HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}`, 431],
};
/** Malformed requests, which Node rejects before they reach a handler. */
const UNREAD = /^(an unknown HTTP version|a header|headers)/;

describe('a request', () => {
  let service: RunningService;
  const lines: string[] = [];
  /** Sends a request from an address of its own, which has its own limit. */
  const ask = async (head: string, from: string): Promise<RawAnswer | undefined> => {
    const bytes = Buffer.from(`${head.replace('X-Api-Key: a', 'Accept: */*')}\r\nConnection: close\r\n\r\n`);
    return (await converse(Number(new URL(service.url).port), bytes, { from })).answers[0];
  };
  const figures = async (): Promise<string> => (await fetch(`${service.url}/metrics`)).text();
  const countOf = (figures: string, label: string): number =>
    figures.split('\n').filter((line) => line.startsWith('ontology_http_request_duration_seconds_count') && line.includes(label))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0); // prettier-ignore

  beforeAll(async () => {
    jest.spyOn(LogOutput.prototype, 'write').mockImplementation((line) => void lines.push(line));
    service = await startService({ RATE_LIMIT_PER_MINUTE: '3', LOG_LEVEL: 'info' });
  });
  afterAll(async () => {
    await service.close();
    jest.restoreAllMocks();
  });

  it.each(Object.entries(REFUSED).map(([name, refused], index) => [name, ...refused, `127.0.0.${index + 2}`] as const))(
    'with %s is answered, counted in the limit of its address and in the metrics, and logged',
    async (name, head, status, from) => {
      lines.length = 0;
      const before = await figures();
      const answers = [await ask(head, from), await ask(head, from), await ask(head, from)];
      for (const answer of answers) {
        expect(answer?.status).toBe(status);
        const body = JSON.parse(answer?.body ?? '') as { error: { request_id: string } };
        expect(answer?.headers.get('x-request-id')).toBe(body.error.request_id);
        expect(answer?.headers.get('content-type')).toBe('application/json; charset=utf-8');
        expect(answer?.headers.get('x-content-type-options')).toBe('nosniff');
        expect(lines.filter((line) => line.includes(body.error.request_id) && line.includes(`"status":${status}`))).toHaveLength(1); // prettier-ignore
      }
      const refused = await ask(head, from);
      expect([refused?.status, Number(refused?.headers.get('retry-after')) > 50]).toEqual([429, true]);
      expect((await ask('GET /svc/api/get_ontologies HTTP/1.1\r\nHost: x', from))?.status).toBe(429);
      await sleep(50);
      const after = await figures();
      const added = (label: string): number => countOf(after, label) - countOf(before, label);
      const method = UNREAD.test(name) ? 'none' : head.split(' ')[0];
      expect(added(`method="${method}",route="`)).toBeGreaterThanOrEqual(4);
      expect(added(`status="${status}"`)).toBe(3);
      expect(after + lines.join('')).not.toContain('x'.repeat(20_000));
    },
  );
});

describe('a malformed request', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ RATE_LIMIT_PER_MINUTE: '20', TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => service.close());

  /** All that comes back; `later` is sent when the first of it is there, and the rest is read a moment after that. */
  const receive = (bytes: string, later?: string): Promise<string> =>
    new Promise((resolve) => {
      let received = '';
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => (received += chunk.toString('latin1')));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        resolve(received);
      });
      if (later === undefined) return;
      socket.once('data', () => {
        socket.pause();
        socket.write(later);
        setTimeout(() => socket.resume(), 200);
      });
    });

  it.each([
    ['HEAD / HTTP/9.9\r\n\r\n', ''],
    ['HEAD /svc/api/get_ontologies HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', ''],
    ['GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nHEAD /health/live HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', ''],
    ['GET / HTTP/9.9\r\n\r\n', '{"status":"error",'],
    ['HEAD /health/live HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/9.9\r\n\r\n', '{"status":"error",'],
  ])('is answered with a body except for HEAD: %j', async (bytes, begin) => {
    const received = await receive(bytes);
    expect(received).toMatch(/HTTP\/1\.1 400 Bad Request\r\n[^]*Content-Length: \d{3}\r\n/);
    const body = received.split('\r\n\r\n').at(-1);
    expect(body?.slice(0, Math.max(1, begin.length))).toBe(begin);
  });

  it('does not count against all clients of a trusted proxy', async () => {
    for (let round = 0; round < 25; round++)
      expect(await receive('GET / HTTP/9.9\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect((await fetch(`${service.api}/get_ontologies`)).status).toBe(401);
  });

  it('aborts an answer that has begun, and writes nothing into it', async () => {
    const large = 'GET /svc/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n';
    const received = await receive(large, 'nonsense\r\n\r\n');
    const [, length] = /^HTTP\/1\.1 200 OK\r\n[^]*content-length: (\d+)\r\n/.exec(received) ?? [];
    expect(received.length).toBeLessThan(Number(length));
    expect(received.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
  });
});
