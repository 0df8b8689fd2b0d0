import { CACHE_MANAGER } from '@nestjs/cache-manager';
import { Module } from '@nestjs/common';
import { type Cache, createCache } from 'cache-manager';
import { Keyv } from 'keyv';
import { LRUCache } from 'lru-cache';
import { RedisModule, SharedCacheService } from '../../redis';
import { RedisStore } from './redis-store';

const MEMORY_CHARACTERS = 64 * 2 ** 20;
const LIFETIME_MS = 60 * 60 * 1_000;

/** Provides a bounded in-memory cache, backed by the shared cache if one is configured. Contains only strings under versioned keys. */
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

/**
 * Returns an in-memory store that keeps strings without copying them, so that reading a large one is cheap. Ignores
 * lifetimes, which apply to the shared store: versioned keys never become stale.
 */
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
