import fc from 'fast-check';
import { ServiceError } from '../../errors';
import { decodeCursor, encodeCursor, fingerprintRequest } from './page-cursor';
import { parseFilter } from './parse-filter';

const key = fc.array(fc.option(fc.string({ unit: 'grapheme' })), { minLength: 1 });

it('decodes to the encoded position and uses only URL-safe characters', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.option(key, { nil: undefined }), fc.string(), (offset, key, of) => {
      const text = encodeCursor({ offset, key }, of);
      expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(decodeCursor(text, of)).toEqual({ offset, key });
    }),
  );
});

const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
it.each([
  ['', 'a text of no length'],
  ['abc', 'no JSON'],
  ['%%%', 'no base64'],
  [json(null), 'null'],
  [json({ of: 'x' }), 'an object'],
  [json(['x']), 'too short'],
  [json(['x', 1, ['a'], 2]), 'too long'],
  [json(['x', 1, 2]), 'a number as key'],
  [json(['x', 1, []]), 'a key of nothing'],
  [json(['x', 1, [2]]), 'a key of numbers'],
  [json(['x', -1, ['a']]), 'a negative offset behind a key'],
  [json(['x', -1]), 'a negative offset'],
  [json(['x', 1.5]), 'a broken offset'],
  [json(['x', ['a']]), 'a key as place'],
  [json(['x', '1']), 'a text as place'],
  [`${json(['x', 1])}=`, 'padding'],
  [Buffer.from('["x", 1]').toString('base64url'), 'another spelling'],
  [Buffer.from([0x22, 0xff, 0x22]).toString('base64url'), 'no UTF-8'],
])('rejects %j (%s)', (text) => {
  expect(() => decodeCursor(text, 'x')).toThrow(ServiceError);
});

it('throws only service errors', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => decodeCursor(text, 'x')).toThrow(ServiceError);
    }),
  );
});

describe('the fingerprint', () => {
  const column = { name: 'id', descending: false, isNullable: false };
  const of = (pairs: [string, string][], table = 'track', columns = [column]) =>
    fingerprintRequest('shop', { schema: 'dsvc', table }, parseFilter(pairs), columns);

  it('is the same for the pages of one request, whatever their size', () => {
    expect(
      of([
        ['_limit_', '2'],
        ['_order_', 'a'],
      ]),
    ).toBe(
      of([
        ['_limit_', '9'],
        ['_order_', 'a'],
        ['_after_', 'x'],
      ]),
    );
  });

  it.each([
    ['another table', of([], 'album')],
    ['another order', of([['_order_', 'a']])],
    ['another identity', of([], 'track', [{ ...column, name: 'code' }])],
    [
      'another condition',
      of([
        ['_subj_', 'a'],
        ['_op_', 'is_null'],
      ]),
    ],
    ['nesting', of([['nested', 'true']])],
  ])('differs for %s', (_, other) => {
    expect(other).not.toBe(of([]));
    expect(() => decodeCursor(encodeCursor({ offset: 3 }, of([])), other)).toThrow(/another request/);
  });
});
