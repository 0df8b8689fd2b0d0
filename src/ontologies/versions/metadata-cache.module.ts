import { CACHE_MANAGER } from '@nestjs/cache-manager';
import { Module } from '@nestjs/common';
import { type Cache, createCache } from 'cache-manager';
import { Keyv } from 'keyv';
import { LRUCache } from 'lru-cache';
import { RedisModule, SharedCacheService } from '../../redis';
import { RedisStore } from './redis-store';

const MEMORY_CHARACTERS = 64 * 2 ** 20;
const LIFETIME_MS = 60 * 60 * 1_000;

/** A bounded memory in front of the shared backend, where there is one; holds texts under versioned keys only. */
@Module({
  imports: [RedisModule],
  providers: [{ provide: CACHE_MANAGER, inject: [SharedCacheService], useFactory: openMetadataCache }],
  exports: [CACHE_MANAGER],
})
export class MetadataCacheModule {}

export function openMetadataCache(shared: SharedCacheService): Cache {
  const backend = new Keyv({ store: new RedisStore(shared, LIFETIME_MS), useKeyPrefix: false });
  return createCache({ ttl: LIFETIME_MS, stores: [openMemory(), ...(shared.isConfigured ? [backend] : [])] });
}

/** The texts as they are: reading one of a megabyte costs nothing. Times are for the store behind: versioned keys never go stale. */
function openMemory(): Keyv {
  const texts = new LRUCache<string, { readonly value: string }>({
    maxSize: MEMORY_CHARACTERS,
    sizeCalculation: ({ value }) => Math.max(1, value.length),
  });
  const store = {
    get: (key: string) => texts.get(key),
    set: (key: string, entry: { readonly value: string }) => texts.set(key, entry),
    delete: (key: string) => texts.delete(key),
    clear: () => {
      texts.clear();
    },
  };
  return new Keyv({ store, serialize: undefined, deserialize: undefined });
}
