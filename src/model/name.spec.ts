import { findNameFault, nameKey } from './name';

it('compares names regardless of letter case and Unicode composition', () => {
  expect(nameKey('Caf\u0065\u0301')).toBe(nameKey('CAF\u00c9'));
  expect(nameKey('order')).not.toBe(nameKey('orders'));
});

it.each(['order', 'a b', 'Größe', '顧客', '_x', 'x-1', 'नमस्ते', 'a'.repeat(128), '😀'.replace('😀', 'é')])(
  'accepts %j',
  (name) => {
    expect(findNameFault(name)).toBeUndefined();
  },
);

it.each([
  ['', 'empty'],
  ['a'.repeat(129), 'at most 128'],
  ['a.b', 'letters'],
  ['a[b]', 'letters'],
  ['a*', 'letters'],
  ['a`b', 'letters'],
  ['a"b', 'letters'],
  ['a/b', 'letters'],
  ['~a', 'letters'],
  ['a\nb', 'letters'],
  ['a\0', 'letters'],
  [' a', 'space'],
  ['-a', '"-"'],
  ['sys_a', 'reserved'],
  ['SYS_a', 'reserved'],
  ['_type_of_x', 'reserved'],
])('rejects %j', (name, reason) => {
  expect(findNameFault(name)).toContain(reason);
});
