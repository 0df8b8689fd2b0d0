import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { responsesWith } from './constant-headers';

const HEADERS = { 'x-frame-options': 'DENY', 'cache-control': 'no-store', 'x-long': 'a'.repeat(200) };

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const ANSWERS: Readonly<Record<string, Answer>> = {
  'a body without a call of writeHead': (response) => response.end('body'),
  'no body': (response) => response.end(),
  'headers as an object': (response) => response.writeHead(200, { 'content-length': 4, 'x-id': '1' }).end('body'),
  'headers with a status message': (response) => response.writeHead(201, 'Made', { 'x-id': '1' }).end('body'),
  'headers as a flat list': (response) => response.writeHead(200, ['x-id', '1', 'X-Other', '2']).end('body'),
  'headers with several values': (response) => response.setHeader('set-cookie', ['a=1', 'b=2']).end('body'),
  'headers set one by one': (response) => response.setHeader('x-id', '1').setHeader('Etag', '"1"').end('body'),
  'a header of its own, by setHeader': (response) => response.setHeader('Cache-Control', 'private').end('body'),
  'a header of its own, in an object': (response) =>
    response.writeHead(200, { 'Cache-Control': 'private' }).end('body'),
  'a header of its own, in a list': (response) => response.writeHead(200, ['CACHE-CONTROL', 'private']).end('body'),
  'all headers of its own': (response) => response.writeHead(200, { ...HEADERS, 'x-long': '1' }).end('body'),
  'a status without a body': (response) => response.writeHead(304, { etag: '"1"' }).end(),
  'several chunks': (response) => {
    response.write('one');
    response.end('two');
  },
  'a trailer': (response) => {
    response.writeHead(200, { trailer: 'x-sum', 'transfer-encoding': 'chunked' }).write('body');
    response.addTrailers({ 'x-sum': '4' });
    response.end();
  },
  'flushed headers': (response) => {
    response.flushHeaders();
    setTimeout(() => response.end('body'), 5);
  },
  'an interim response': (response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => response.end('body'));
  },
  'a connection that ends': (response) => response.setHeader('connection', 'close').end('body'),
};

/** Starts a server whose responses are of this class. */
async function serve(Response: typeof ServerResponse, answer: Answer): Promise<{ server: Server; port: number }> {
  const server = createServer({ ServerResponse: Response }, (request, response) => {
    answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Returns the response as it was sent, with its header lines in alphabetical order and without the date. */
async function read(Response: typeof ServerResponse, answer: Answer, method: string): Promise<readonly string[]> {
  const { server, port } = await serve(Response, answer);
  const chunks: Buffer[] = [];
  await new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(`${method} / HTTP/1.1\r\nHost: a\r\n\r\n`));
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', reject).on('close', resolve); // prettier-ignore
  });
  server.close();
  const text = Buffer.concat(chunks)
    .toString('latin1')
    .replace(/date: .*\r\n/i, '');
  return text.split('\r\n\r\n').map((part) => part.split('\r\n').sort().join('\n'));
}

const withHeadersEach =
  (answer: Answer): Answer =>
  (response, request) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    answer(response, request);
  };

describe('responses with constant headers', () => {
  const Response = responsesWith(HEADERS);

  describe.each(['GET', 'HEAD'])('to %s', (method) => {
    it.each(Object.entries(ANSWERS))('are those that set each header: %s', async (_name, answer) => {
      const sent = await read(Response, answer, method);
      expect(sent.map(withLowerNames)).toEqual((await read(ServerResponse, withHeadersEach(answer), method)).map(withLowerNames)); // prettier-ignore
      expect(sent.join('\n')).toMatch(/x-frame-options: DENY/);
    });
  });

  it('cannot be made where Node does not print the headers of a response in the expected way', () => {
    const { prototype } = ServerResponse as unknown as { readonly prototype: { _storeHeader: unknown } };
    const print = Reflect.get(Object.getPrototypeOf(prototype) as object, '_storeHeader') as () => void;
    prototype._storeHeader = function (this: unknown) {
      Reflect.apply(print, this, ['HTTP/1.1 200 OK\r\n', undefined]);
    };
    try {
      expect(() => responsesWith(HEADERS)).toThrow('prints the headers of responses in another way');
    } finally {
      Reflect.deleteProperty(prototype, '_storeHeader');
    }
  });
});

function withLowerNames(part: string): string {
  return part.replace(/^[^:\n]+:/gm, (name) => name.toLowerCase());
}
