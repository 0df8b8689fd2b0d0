import { readRawRequests } from '../support/attack-corpora';
import { inParallel } from '../support/keep-alive-client';
import { converse } from '../support/raw-connection';
import { type RunningService, startService } from '../support/service';
import { describeWithTestData } from '../support/services';

/** Bytes in front of a probe, and whether a second request in them is one by the letter of RFC 9112. */
interface Attack {
  readonly name: string;
  readonly bytes: Buffer;
  readonly isPipelined: boolean;
}

const SMUGGLED = 'GET /svc/api/get_config/REGION HTTP/1.1\r\nHost: x\r\nX-Request-Id: smuggled\r\n\r\n';
const JSON_BODY = '{"a":1}';
const POST = 'POST /svc/api/query/ HTTP/1.1\r\nHost: x\r\nX-Request-Id: first\r\nContent-Type: application/json\r\n';
const GET = 'GET /svc/api/get_config/REGION HTTP/1.1\r\nHost: x\r\nX-Request-Id: first\r\n';
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`;
const LAST = '0\r\n\r\n';

const withHost = (lines: string): string =>
  `GET /svc/api/get_config/REGION HTTP/1.1\r\n${lines}\r\nX-Request-Id: first\r\n\r\n`;

/** All of them are wrong, or end their connection: what follows is no request. */
const REFUSED: Readonly<Record<string, string>> = {
  'both lengths': `${POST}Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n${LAST}${SMUGGLED}`,
  'both lengths, the other way round': `${POST}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n${LAST}${SMUGGLED}`,
  'a body after the length': `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n57\r\n${SMUGGLED}${LAST}`,
  'two lengths': `${POST}Content-Length: 7\r\nContent-Length: 0\r\n\r\n${SMUGGLED}`,
  'two equal lengths': `${POST}Content-Length: 7\r\nContent-Length: 7\r\n\r\n${JSON_BODY}${SMUGGLED}`,
  'a list of lengths': `${POST}Content-Length: 7, 7\r\n\r\n${JSON_BODY}${SMUGGLED}`,
  ...Object.fromEntries(
    ['+7', '-7', '0x7', '7.0', '7e0', '7_0', '7 7', "'7'", '', '٧', '18446744073709551623'].map((length) => [
      `the length ${length}`,
      `${POST}Content-Length: ${length}\r\n\r\n${JSON_BODY}${SMUGGLED}`,
    ]),
  ),
  ...Object.fromEntries(
    ['Transfer-Encoding : chunked', 'Transfer-Encoding\t: chunked', 'Transfer-Encoding: xchunked', 'Transfer-Encoding: chunked, identity', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', 'Transfer-Encoding:\r\n chunked', ' Transfer-Encoding: chunked', 'X: y\nTransfer-Encoding: chunked', 'X: y\rTransfer-Encoding: chunked', 'Transfer-Encoding: \0chunked', 'TRANSFER-ENCODING: CHUNKED', 'Transfer-Encoding: gzip, chunked'].map((line) => [`the length and ${JSON.stringify(line)}`, `${POST}Content-Length: 7\r\n${line}\r\n\r\n${JSON_BODY}${SMUGGLED}`]), // prettier-ignore
  ),
  ...Object.fromEntries(
    ['-7', '0x7', '7 7', '+7', '7\n', '7\r\r\n', 'FFFFFFFFFFFFFFFFF', '10000000000000007', '7;a\nb', '7;a\0', '7 ;"', ''].map((size) => [`a chunk of the size ${JSON.stringify(size)}`, `${CHUNKED}${size}\r\n${JSON_BODY}\r\n${LAST}${SMUGGLED}`]), // prettier-ignore
  ),
  'a chunk that is longer than its size': `${CHUNKED}3\r\n${JSON_BODY}\r\n${LAST}${SMUGGLED}`,
  'a chunk without its end': `${CHUNKED}7\r\n${JSON_BODY}${LAST}${SMUGGLED}`,
  'a chunk that ends by LF': `${CHUNKED}7\r\n${JSON_BODY}\n${LAST}${SMUGGLED}`,
  'lines that end by LF': `GET /health/live HTTP/1.1\nHost: x\n\n${SMUGGLED}`,
  'lines that end by CR': `GET /health/live HTTP/1.1\rHost: x\r\r${SMUGGLED}`,
  'a header that is folded': `${GET}X: a\r\n b\r\n\r\n${SMUGGLED}`,
  'a header without a name': `${GET}: a\r\n\r\n${SMUGGLED}`,
  'a header without a colon': `${GET}abc\r\n\r\n${SMUGGLED}`,
  'a NUL in a header': `${GET}X: a\0b\r\n\r\n${SMUGGLED}`,
  'a space in the URL': `GET /health/live /x HTTP/1.1\r\nHost: x\r\n\r\n${SMUGGLED}`,
  'no host': `GET /health/live HTTP/1.1\r\nX-Request-Id: first\r\n\r\n${SMUGGLED}`,
  ...Object.fromEntries(
    ['Host: x\r\nHost: x', 'Host: x\r\nHost: y', 'Host: x\r\nX: y\r\nHOST: x', 'hOST:\r\nHost: x', 'Host: x\r\nhost:', 'Host: x\r\nHost: x\r\nHost: x'].map((lines) => [`the hosts ${JSON.stringify(lines)}`, `${withHost(lines)}${SMUGGLED}`]), // prettier-ignore
  ),
  ...Object.fromEntries(
    ['a b', 'x, x', 'a/b', 'http://x', 'user@x', 'x?y', 'x#y', 'x:80:80', 'x:8o', 'x:-1', ':', ':80', '[::1', '::1', '[::1]x', '[]', '[g::1]', '%zz', 'x%', '"x"', 'x\\y', '<x>', '{x}', 'x|y', 'x^y', '\u00e9', 'x\ty'].map((host) => [`the host ${JSON.stringify(host)}`, `${withHost(`Host: ${host}`)}${SMUGGLED}`]), // prettier-ignore
  ),
  'two hosts of an old version': `GET /health/live HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n${SMUGGLED}`,
  'another version': `GET /health/live HTTP/2.0\r\nHost: x\r\n\r\n${SMUGGLED}`,
  'the preface of HTTP/2': `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${SMUGGLED}`,
  'a tunnel': `CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n${SMUGGLED}`,
  'a request with Connection: close': `${GET}Connection: close\r\n\r\n${SMUGGLED}`,
  'an old version': `GET /health/live HTTP/1.0\r\nX-Request-Id: first\r\n\r\n${SMUGGLED}`,
  'chunks of an old version': `${CHUNKED.replace('HTTP/1.1', 'HTTP/1.0')}${LAST}${SMUGGLED}`,
};

/** Two whole requests, whatever is answered to the first. */
const PIPELINED: Readonly<Record<string, string>> = {
  'two requests': `${GET}\r\n${SMUGGLED}`,
  'a body': `${POST}Content-Length: 7\r\n\r\n${JSON_BODY}${SMUGGLED}`,
  'a body of a GET': `${GET}Content-Length: 7\r\n\r\n${JSON_BODY}${SMUGGLED}`,
  'a body of chunks': `${CHUNKED}3\r\n{"a\r\n4;x=y\r\n":1}\r\n${LAST}${SMUGGLED}`,
  'a trailer that means nothing': `${CHUNKED}7\r\n${JSON_BODY}\r\n0\r\nContent-Length: 99\r\nX-Api-Key: x\r\n\r\n${SMUGGLED}`,
  'a body that is not read': `${POST.replace('/query/', '/nothing')}Content-Length: 7\r\n\r\n${JSON_BODY}${SMUGGLED}`,
  'a body of an unknown type': `${POST.replace('json', 'xml')}Content-Length: 7\r\n\r\n${JSON_BODY}${SMUGGLED}`,
  'a body of an unknown method': `${POST.replace('POST', 'PUT')}Content-Length: 7\r\n\r\n${JSON_BODY}${SMUGGLED}`,
  'a body that is a request': `${POST}Content-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED.replace('smuggled', 'inside')}${SMUGGLED}`,
  'a body that is too large': `${POST}Content-Length: 2000\r\n\r\n${SMUGGLED.replace('smuggled', 'inside')}${'x'.repeat(2000 - SMUGGLED.length + 2)}${SMUGGLED}`,
  'an expectation': `${POST}Content-Length: 7\r\nExpect: 100-continue\r\n\r\n${JSON_BODY}${SMUGGLED}`,
  ...Object.fromEntries(
    ['', 'X', 'x:', 'x:3000', '127.0.0.1:1', '[::1]', '[2001:db8::ffff:192.0.2.1]:443', '[v1.fe80::a+en1]', 'a,b', 'a_b.example.org', 'x.', 'caf%C3%A9', "a!$&'()*+;=~b"].map((host) => [`the host ${JSON.stringify(host)}`, `${withHost(`Host: ${host}`)}${SMUGGLED}`]), // prettier-ignore
  ),
  'another server': `${GET.replace('/svc', 'http://elsewhere/svc')}\r\n${SMUGGLED}`,
  'empty lines before it': `\r\n\r\n${GET}\r\n${SMUGGLED}`,
  'a header that looks like a length': `${POST}Content-Length: 7\r\nTransfer_Encoding: chunked\r\n\r\n${JSON_BODY}${SMUGGLED}`,
};

const attacksOf = (texts: Readonly<Record<string, string>>, isPipelined: boolean): readonly Attack[] =>
  Object.entries(texts).map(([name, text]) => ({ name, bytes: Buffer.from(text), isPipelined }));

/** A corpus speaks to a server of its own: this is the same for ours. */
function translate(bytes: Buffer): Buffer {
  const text = bytes
    .toString('latin1')
    .replace(
      /^POST \/e HTTP\/1\.1\r\nHost: x\r\n/,
      'POST /svc/api/query/ HTTP/1.1\r\nHost: x\r\nX-Request-Id: first\r\n',
    )
    .replace('GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n', SMUGGLED);
  return Buffer.from(text, 'latin1');
}

/** Whether each line of its header is a field, and none of them an encoding of the transfer. */
function isPipelined(bytes: Buffer): boolean {
  const [head = ''] = bytes.toString('latin1').split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  return lines.every(
    (line) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\n\r\0]*$/.test(line) && !/^transfer-encoding:/i.test(line),
  );
}

describe('the framing of requests', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ KEEP_ALIVE_TIMEOUT_MS: '1000', REQUEST_TIMEOUT_MS: '3000', MAX_BODY_BYTES: '1500', REGION: 'eu-west', ALLOWED_CONFIG_ENVS_IN_API: 'REGION', RATE_LIMIT_PER_MINUTE: '1000000' }); // prettier-ignore
  });
  afterAll(() => service.close());

  /** What is wrong with the answers to an attack and to a probe behind it, which is the last request of its connection. */
  async function judge({ bytes, isPipelined: hasSecond }: Attack): Promise<string | undefined> {
    const port = Number(new URL(service.url).port);
    const probe = `GET /svc/api/get_config/REGION HTTP/1.1\r\nHost: x\r\nX-Request-Id: probe\r\nX-Api-Key: ${service.token}\r\nConnection: close\r\n\r\n`;
    const { answers, rest } = await converse(port, Buffer.concat([bytes, Buffer.from(probe)]));
    if (rest !== '') return `ended with ${JSON.stringify(rest.slice(0, 100))}`;
    const seen = answers.map(({ status, headers }) => {
      const id = headers.get('x-request-id') ?? '';
      return { status, who: /^(first|smuggled|inside|probe)$/.exec(id)?.[0] ?? 'refusal', ends: headers.get('connection') === 'close' }; // prettier-ignore
    });
    const summary = seen.map(({ status, who }) => `${who} ${status}`).join(', ');
    if (seen.some(({ ends }, index) => ends !== (index === seen.length - 1))) return `did not end: ${summary}`;
    if (seen.some(({ status }) => status >= 500)) return summary;
    const order = seen.map(({ who }) => who).join(' ');
    const isRight = hasSecond
      ? /^first smuggled probe$/.test(order) && seen[1]?.status === 401 && seen[2]?.status === 200
      : /^(first|refusal|first refusal|)$/.test(order);
    const isRefused = hasSecond && /^(first ?)?refusal$|^first$/.test(order);
    return isRight || isRefused ? undefined : `answered ${summary}`;
  }

  async function judgeAll(attacks: readonly Attack[]): Promise<readonly string[]> {
    const faults: string[] = [];
    await inParallel(attacks, 16, async (attack) => {
      const fault = await judge(attack);
      if (fault !== undefined) faults.push(`${attack.name}: ${fault}`);
    });
    return faults;
  }

  it('reads no request after a malformed one or after its end', async () => {
    expect(await judgeAll(attacksOf(REFUSED, false))).toEqual([]);
  }, 60_000);

  it('answers pipelined requests in their order, whatever the first returns', async () => {
    expect(await judgeAll(attacksOf(PIPELINED, true))).toEqual([]);
    const many = Array.from({ length: 50 }, () => GET.replace('first', 'smuggled')).join('\r\n');
    const { answers } = await converse(
      Number(new URL(service.url).port),
      Buffer.from(`${many}Connection: close\r\n\r\n`),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 401));
  }, 60_000);

  it('continues after a request that offers another protocol', async () => {
    const offer = Buffer.from(`${GET}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`);
    const { answers } = await converse(Number(new URL(service.url).port), offer, { later: Buffer.from(SMUGGLED) });
    expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(['first', 'smuggled']);
  });

  describeWithTestData('attack', 'by attack corpora', () => {
    it('is not confused by any spelling of Transfer-Encoding', async () => {
      const attacks = readRawRequests('smuggle-te').map(({ name, bytes }) => ({
        name,
        bytes: translate(bytes),
        isPipelined: isPipelined(translate(bytes)),
      }));
      expect(attacks.length).toBeGreaterThan(300);
      expect(await judgeAll(attacks)).toEqual([]);
    }, 120_000);

    it('answers every malformed raw request', async () => {
      const faults: string[] = [];
      const requests = readRawRequests('http-raw').filter(({ name }) => name !== 'HEAD');
      await inParallel(requests, 16, async ({ name, bytes }) => {
        const { answers, rest } = await converse(Number(new URL(service.url).port), Buffer.concat([bytes, Buffer.from('GET /end HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')])); // prettier-ignore
        const isRefused = answers.length > 0 && answers.every(({ status }) => status >= 400 && status < 500);
        if (!isRefused || rest !== '') faults.push(`${name}: ${answers.map(({ status }) => status).join()} ${rest}`);
      });
      expect(faults).toEqual([]);
    }, 120_000);
  });
});
