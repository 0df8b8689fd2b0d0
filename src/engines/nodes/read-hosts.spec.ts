import { ServiceError } from '../../errors';
import { readHosts } from './read-hosts';

const options = (host: string, port?: string) => new Map([['host', host], ...(port === undefined ? [] : [['port', port] as const])]); // prettier-ignore

describe('readHosts', () => {
  it.each([
    ['db', undefined, ['db 3306']],
    ['db', '3307', ['db 3307']],
    ['a:3306, b:3307', undefined, ['a 3306', 'b 3307']],
    ['a,b:4000', '5000', ['a 5000', 'b 4000']],
    ['a,a:3306', undefined, ['a 3306']],
    ['[::1]:3307,fe80::1', undefined, ['::1 3307', 'fe80::1 3306']],
  ])('reads %p with port %p as %p', (host, port, expected) => {
    expect(readHosts(options(host, port), 'mysql').map((found) => `${found.host} ${found.port}`)).toEqual(expected);
  });

  it.each([
    ['', undefined],
    ['a,', undefined],
    ['a b', undefined],
    ['a:x', undefined],
    ['a:0', undefined],
    ['a:65536', undefined],
    ['a', 'port'],
  ])('rejects %p with port %p', (host, port) => {
    expect(() => readHosts(options(host, port), 'mysql')).toThrow(ServiceError);
  });
});
