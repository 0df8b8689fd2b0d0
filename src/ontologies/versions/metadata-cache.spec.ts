import { Environment } from '../../config';
import { SharedCacheService } from '../../redis';
import { Workers } from '../../workers';
import { openMetadataCache } from './metadata-cache.module';

describe('the metadata cache without a shared backend', () => {
  const cache = openMetadataCache(new SharedCacheService(new Environment(), new Workers()));

  it('returns stored values', async () => {
    await cache.set('details/a', '{"a":1}');
    expect(await cache.get('details/a')).toBe('{"a":1}');
    expect(await cache.get('details/b')).toBeUndefined();
  });

  it('evicts the least recently used entry when it is full', async () => {
    const text = 'x'.repeat(2 ** 24);
    for (const name of ['a', 'b', 'c', 'd']) await cache.set(`details/${name}`, text);
    expect(await cache.get('details/b')).toHaveLength(text.length);
    await cache.set('details/e', text);
    expect(await cache.get('details/b')).toHaveLength(text.length);
    expect(await cache.get('details/a')).toBeUndefined();
  });
});
