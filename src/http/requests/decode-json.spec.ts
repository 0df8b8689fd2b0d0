import { fastest } from '../../../test/support/processor-time';
import { decodeJson, isDeeperThan } from './decode-json';

describe('decodeJson', () => {
  it('gives the text of a body, without a byte order mark', () => {
    expect(decodeJson(Buffer.from('\ufeff{"a":"ß😀"}'))).toBe('{"a":"ß😀"}');
  });

  it.each([
    ['a lone byte', Buffer.from([0x22, 0xff, 0x22])],
    ['a surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['an overlong form', Buffer.from([0x22, 0xc0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('\ufeff{"a":"ß"}', 'utf16le')],
  ])('refuses %s', (_, body) => {
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
  ])('measures %p against %p', (json, limit, deeper) => {
    expect(isDeeperThan(json, limit)).toBe(deeper);
  });

  it('looks at a body of four megabytes faster than anybody would notice', () => {
    const json = JSON.stringify({ query: 'x "y" [z]\n'.repeat(300_000) });
    expect(isDeeperThan(json, 32)).toBe(false);
    expect(fastest(() => isDeeperThan(json, 32))).toBeLessThan(200);
  });
});
