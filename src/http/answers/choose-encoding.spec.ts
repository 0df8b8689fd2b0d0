import { chooseEncoding } from './choose-encoding';

it.each([
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['GZIP ; Q=1.0', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['gzip;q=0.5, identity', undefined],
  ['gzip;q=0.5, identity;q=0.5', 'gzip'],
  ['gzip;q=0, br;q=0.000', undefined],
  ['identity', undefined],
  ['identity;q=0', undefined],
  ['*;q=0', undefined],
  ['deflate, zstd', undefined],
  ['', undefined],
  ['gzip;q=2, br;q=x, ;q=1', undefined],
])('chooses for a long body with %j: %s', (accept, encoding) => {
  expect(chooseEncoding(accept, 1024)).toBe(encoding);
});

it.each([
  ['gzip, br', undefined],
  ['gzip, identity;q=0', 'gzip'],
  ['br, *;q=0', 'br'],
  ['*;q=0, identity;q=0.1, gzip', undefined],
  ['identity;q=0', undefined],
])('chooses for a short body with %j: %s', (accept, encoding) => {
  expect(chooseEncoding(accept, 1023)).toBe(encoding);
});
