import { readCacheUrl } from './read-cache-url';

const plain = { tls: false, database: 0, account: {}, sentinelAccount: {} };

describe('readCacheUrl', () => {
  it.each([
    ['redis://h', { ...plain, servers: [{ host: 'h', port: 6379 }] }],
    ['redis://h:1/', { ...plain, servers: [{ host: 'h', port: 1 }] }],
    ['rediss://[::1]:1/2', { ...plain, tls: true, database: 2, servers: [{ host: '::1', port: 1 }] }],
    ['redis://:p%40ss@h', { ...plain, account: { password: 'p@ss' }, servers: [{ host: 'h', port: 6379 }] }],
    ['redis://u:p%zz@h', { ...plain, account: { username: 'u', password: 'p%zz' }, servers: [{ host: 'h', port: 6379 }] }], // prettier-ignore
    ['redis+sentinel://a,b:2/main', { ...plain, master: 'main', servers: [{ host: 'a', port: 26_379 }, { host: 'b', port: 2 }] }], // prettier-ignore
    [
      'rediss+sentinel://u:p@a/main/3?sentinel_user=s&sentinel_password=t',
      {
        tls: true,
        master: 'main',
        database: 3,
        servers: [{ host: 'a', port: 26_379 }],
        account: { username: 'u', password: 'p' },
        sentinelAccount: { username: 's', password: 't' },
      },
    ],
  ])('reads %s', (url, address) => {
    expect(readCacheUrl(url)).toEqual(address);
  });

  it.each([
    'memcached://h',
    'redis://',
    'redis://h:0',
    'redis://h:65536',
    'redis://h:port',
    'redis://a,b',
    'redis://h/name',
    'redis://h?sentinel_user=s',
    'redis+sentinel://a',
    'redis+sentinel://a/',
    'redis+sentinel://a,/main',
    'redis+sentinel://a/main/x',
    'redis+sentinel://a/main?other=1',
  ])('rejects %s', (url) => {
    expect(readCacheUrl(url)).toBeUndefined();
  });
});
