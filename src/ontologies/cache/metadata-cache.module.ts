import { CACHE_MANAGER } from '@nestjs/cache-manager';
import { Module } from '@nestjs/common';
import { type Cache, createCache } from 'cache-manager';
import { Keyv } from 'keyv';
import { LRUCache } from 'lru-cache';
import { SharedCache } from './shared-cache';

const MEMORY_CHARACTERS = 64 * 2 ** 20;
const LIFETIME_MS = 60 * 60 * 1_000;

/** A bounded memory in front of the shared backend, where there is one; holds texts under versioned keys only. */
@Module({
  providers: [SharedCache, { provide: CACHE_MANAGER, inject: [SharedCache], useFactory: openCache }],
  exports: [SharedCache, CACHE_MANAGER],
})
export class MetadataCacheModule {}

function openCache({ store }: SharedCache): Cache {
  return createCache({ ttl: LIFETIME_MS, stores: [openMemory(), ...(store === undefined ? [] : [store])] });
}

function openMemory(): Keyv {
  const store = new LRUCache<string, string>({
    maxSize: MEMORY_CHARACTERS,
    sizeCalculation: (value) => Math.max(1, value.length),
  });
  return new Keyv({ store });
}
