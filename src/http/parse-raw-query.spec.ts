import { parseRawQuery } from './parse-raw-query';

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

  it.each(['/p?a=%', '/p?a=%zz', '/p?%C3=1', '/p?a=%ED%A0%80', '/p?a=%u0041'])('refuses %p', (address) => {
    expect(() => parseRawQuery(address)).toThrow(expect.objectContaining({ code: 'request_malformed' }) as Error);
  });

  it('refuses more parameters than anybody writes', () => {
    expect(() => parseRawQuery(`/p?${'a=1&'.repeat(1001)}`)).toThrow('more than 1000 query parameters');
  });
});
