import { fastest, limitHere } from '../../../test/support/processor-time';
import { decodeJson, isDeeperThan } from './decode-json';

describe('decodeJson', () => {
  it('returns a body as a string, without a byte order mark', () => {
    expect(decodeJson(Buffer.from('\ufeff{"a":"ß😀"}'))).toBe('{"a":"ß😀"}');
  });

  it.each([
    ['a lone byte', Buffer.from([0x22, 0xff, 0x22])],
    ['a surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['an overlong form', Buffer.from([0x22, 0xc0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('\ufeff{"a":"ß"}', 'utf16le')],
  ])('rejects %s', (_, body) => {
    expect(() => decodeJson(body)).toThrow('the body is not UTF-8');
  });
});

describe('isDeeperThan', () => {
  it.each([
    ['[[1]]', 2, false],
    ['[[[1]]]', 2, true],
    ['{"a":{"b":[]}}', 2, true],
    ['[[],[],[[]]]', 3, false],
    ['["[[[[", "{\\"[[[["]', 1, false],
    ['"\\\\" [[', 1, true],
    ['"unclosed [[[', 1, false],
    [']]]][[[', 2, false],
  ])('compares the depth of %p with %p', (json, limit, deeper) => {
    expect(isDeeperThan(json, limit)).toBe(deeper);
  });

  it('checks a body of four megabytes within 200 ms', () => {
    const json = JSON.stringify({ query: 'x "y" [z]\n'.repeat(300_000) });
    expect(isDeeperThan(json, 32)).toBe(false);
    expect(fastest(() => isDeeperThan(json, 32))).toBeLessThan(limitHere(200));
  });
});
