import { MalformedPacketError } from '../packets/byte-reader';
import { networkChecker, readProxyHeader } from './proxy-header';

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const binary = (command: number, family: number, body: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length);
  return Buffer.concat([SIGNATURE, Buffer.from([command, family]), length, body]);
};
const V4 = Buffer.from([192, 0, 2, 7, 10, 0, 0, 1, 0x1f, 0x90, 0x0c, 0xea]);
const V6 = Buffer.concat([Buffer.from('20010db8000000000000000000000007', 'hex'), Buffer.alloc(16), Buffer.alloc(4)]);

describe('readProxyHeader', () => {
  it.each<[string, Buffer, string | undefined]>([
    ['text for IPv4', Buffer.from('PROXY TCP4 192.0.2.7 10.0.0.1 4711 3307\r\n'), '192.0.2.7'],
    ['text for IPv6', Buffer.from('PROXY TCP6 2001:db8::7 ::1 4711 3307\r\n'), '2001:db8::7'],
    ['text of a proxy for itself', Buffer.from('PROXY UNKNOWN\r\n'), undefined],
    ['binary for IPv4', binary(0x21, 0x11, V4), '192.0.2.7'],
    ['binary for IPv4 with more fields', binary(0x21, 0x11, Buffer.concat([V4, Buffer.alloc(40)])), '192.0.2.7'],
    ['binary for IPv6', binary(0x21, 0x21, V6), '2001:db8:0:0:0:0:0:7'],
    ['binary of a proxy for itself', binary(0x20, 0, Buffer.alloc(0)), undefined],
    ['binary for a local socket', binary(0x21, 0x31, Buffer.alloc(216)), undefined],
  ])('reads %s, and what follows is not part of it', (_, header, address) => {
    const received = Buffer.concat([header, Buffer.from('next')]);
    expect(readProxyHeader(received)).toEqual({ length: header.length, address });
    for (let length = 1; length < header.length; length++)
      expect(readProxyHeader(header.subarray(0, length))).toBe('more');
  });

  it.each(['', 'P ROXY', '\x20\0\0\x01', 'GET / HTTP/1.1'])('finds none in %j', (text) => {
    expect(readProxyHeader(Buffer.from(text, 'latin1'))).toBeUndefined();
  });

  it.each([
    'PROXY TCP4 nowhere 10.0.0.1 1 2\r\n',
    'PROXY TCP5 192.0.2.7 10.0.0.1 1 2\r\n',
    `PROXY ${'x'.repeat(200)}`,
    binary(0x11, 0x11, V4).toString('latin1'),
    binary(0x21, 0x11, Buffer.alloc(5000)).toString('latin1'),
  ])('rejects %j', (text) => {
    expect(() => readProxyHeader(Buffer.from(text, 'latin1'))).toThrow(MalformedPacketError);
  });
});

it('checks addresses of both families against networks', () => {
  const isProxy = networkChecker(['10.0.0.0/8', 'fd00::/8', '192.0.2.1']);
  expect(['10.1.2.3', 'fd00::1', '192.0.2.1'].map(isProxy)).toEqual([true, true, true]);
  expect(['11.1.2.3', 'fe00::1', '192.0.2.2', '', '::1'].map(isProxy)).toEqual([false, false, false, false, false]);
  expect(networkChecker([])('127.0.0.1')).toBe(false);
});
