import { array, assert, constantFrom, oneof, property, string, type Parameters } from 'fast-check';
import { trials } from '../../../test/support/trials';
import { parseRawQuery } from './parse-raw-query';

/** Number of random cases; `LAW_RUNS=100000` runs a longer search. */
const RUNS: Parameters<unknown> = { numRuns: trials(3000) };
const HEX = /^[0-9a-f]{2}$/i;

/**
 * Decodes byte by byte: `%` with two hexadecimal digits is a byte, `+` is a space, anything else is literal; returns undefined for bytes
 * that are not UTF-8.
 */
function decodeByRule(value: string): string | undefined {
  const bytes: number[] = [];
  for (let at = 0; at < value.length; at++) {
    const digits = value.slice(at + 1, at + 3);
    if (value[at] === '%' && HEX.test(digits)) {
      bytes.push(parseInt(digits, 16));
      at += 2;
    } else bytes.push(value[at] === '+' ? 0x20 : value.charCodeAt(at));
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

function decodeByService(value: string): string | undefined {
  try {
    return parseRawQuery(`/p?a=${value}`)[0]?.[1];
  } catch {
    return undefined;
  }
}

describe('parseRawQuery', () => {
  it.each([
    ['/path', []],
    ['/path?', []],
    [
      '/path?a=1&&b',
      [
        ['a', '1'],
        ['b', ''],
      ],
    ],
    [
      '/path?a=1&a=2',
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    [
      '/path?_subj_=by%5Ba%5D.n&_comp_=x+y%2Bz',
      [
        ['_subj_', 'by[a].n'],
        ['_comp_', 'x y+z'],
      ],
    ],
    ['/path?a=b=c?d', [['a', 'b=c?d']]],
    [
      '/path?__proto__=1&toString=2',
      [
        ['__proto__', '1'],
        ['toString', '2'],
      ],
    ],
    ['/path?n=%C3%9F%F0%9F%98%80%00', [['n', 'ß😀\0']]],
  ])('reads %p', (address, pairs) => {
    expect(parseRawQuery(address)).toEqual(pairs);
  });

  it.each([
    ['Fr%', 'Fr%'],
    ['%', '%'],
    ['%zz', '%zz'],
    ['%u0041', '%u0041'],
    ['%%41%', '%A%'],
    ['%2525', '%25'],
    ['%4', '%4'],
    ['%25%', '%%'],
  ])('reads %p as %p: a percent sign without two hexadecimal digits is literal, and nothing is decoded twice', (value, read) => {
    expect(parseRawQuery(`/p?a=${value}`)).toEqual([['a', read]]);
  }); // prettier-ignore

  it('decodes every value by the rule, and rejects only those that are not UTF-8', () => {
    const pieces = oneof(
      constantFrom('%', '%%', '%2', '%25', '%zz', '+', '=', '?', '%C3%A9', '%c3', '%A9', '%Be', '%F0%9F%98%80', '%00'),
      string({ unit: constantFrom(...Array.from('%0123456789abcdefABCDEFgz +_[]')), maxLength: 4 }),
    ); // prettier-ignore
    const values = array(pieces, { maxLength: 8 }).map((parts) => parts.join(''));
    assert(
      property(values, (value) => {
        expect(decodeByService(value)).toBe(decodeByRule(value));
      }),
      RUNS,
    );
  });

  it('returns every string that encodeURIComponent encodes, in names and values', () => {
    assert(
      property(string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const written = encodeURIComponent(text);
        expect(parseRawQuery(`/p?${written}=${written}`)).toEqual([[text, text]]);
      }),
      RUNS,
    );
  });

  it.each(['/p?%C3=1', '/p?a%=1', '/p?a=%ED%A0%80', '/p?a=%Be%'])(
    'rejects %p, with a hint on how to write a percent sign',
    (address) => {
      expect(() => parseRawQuery(address)).toThrow(
        expect.objectContaining({
          code: 'request_malformed',
          details: expect.objectContaining({ hint: 'a percent sign itself is written %25' }) as unknown,
        }) as Error,
      );
    },
  );

  it('rejects more than 1000 parameters', () => {
    expect(() => parseRawQuery(`/p?${'a=1&'.repeat(1001)}`)).toThrow('more than 1000 query parameters');
  });
});
