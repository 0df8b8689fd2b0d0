import { type KeyvStoreAdapter, type StoredData } from 'keyv';
import { type SharedCacheService } from '../../redis';

/** The shared cache as the second store of `cache-manager`. Never rejects; a failed read is a cache miss. */
export class RedisStore implements KeyvStoreAdapter {
  readonly opts = {};
  namespace?: string | undefined;

  constructor(
    private readonly shared: SharedCacheService,
    private readonly lifetimeMs: number,
  ) {}

  async get<Value>(key: string): Promise<StoredData<Value> | undefined> {
    return (await this.shared.get(key)) as StoredData<Value> | undefined;
  }

  set(key: string, value: string): Promise<boolean> {
    return this.shared.set(key, value, this.lifetimeMs);
  }

  /** Does nothing: entries never become wrong, only unused, and expire. */
  delete(): Promise<boolean> {
    return Promise.resolve(false);
  }

  clear(): Promise<void> {
    return Promise.resolve();
  }

  on(): this {
    return this;
  }
}
