import { ResponseReader } from './response-reader';

const BODY = 'grüße und 1234 Zeichen mehr\r\n';
const LENGTH = Buffer.byteLength(BODY);
const WITH_LENGTH = `HTTP/1.1 200 OK\r\nContent-Length: ${LENGTH}\r\nX-Other: 1\r\n\r\n${BODY}`;
const CHUNKED = `HTTP/1.1 404 Not Found\r\ntransfer-encoding: chunked\r\n\r\n${LENGTH.toString(16).toUpperCase()};name=1\r\n${BODY}\r\n3\r\nabc\r\n0\r\n\r\n`;

describe('ResponseReader', () => {
  it.each([
    ['with a length', WITH_LENGTH, 200, LENGTH],
    ['in chunks', CHUNKED, 404, LENGTH + 3],
    ['without a body', 'HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n', 204, 0],
    ['in chunks without a body', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 200, 0],
  ])('reads responses %s, wherever they are cut', (_name, text, status, bytes) => {
    const whole = Buffer.from(text);
    for (let size = 1; size <= whole.length; size++) {
      const parts = Array.from({ length: Math.ceil(whole.length / size) }, (_, part) => whole.subarray(part * size, (part + 1) * size)); // prettier-ignore
      const reader = new ResponseReader();
      for (let turn = 0; turn < 2; turn++) {
        const ends = parts.map((part) => reader.read(part));
        expect([ends.indexOf(true), reader.status, reader.bytes]).toEqual([parts.length - 1, status, bytes]);
      }
    }
  });

  it.each([
    ['a body without a length', 'HTTP/1.1 200 OK\r\n\r\nabc'],
    ['more bytes than the length', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nabc'],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nsize\r\n'],
    ['another protocol', 'ICY 200 OK\r\ncontent-length: 1\r\n\r\na'],
  ])('rejects %s', (_, text) => {
    expect(() => new ResponseReader().read(Buffer.from(text))).toThrow();
  });
});
