import { type KeyvStoreAdapter } from 'keyv';

const DEADLINE_MS = 60;
/** With the half second for which marks are kept, still within the second of spec 2, "Cache". */
const PAUSE_MS = 400;

type Listener = (...values: unknown[]) => void;

/**
 * A key-value backend whose absence slows, but never fails, a request (spec 2, "Cache"): no answer within the deadline
 * counts as a miss, and the backend is then left alone for a moment.
 */
export class GuardedStore implements KeyvStoreAdapter {
  readonly opts = {};
  namespace?: string | undefined;
  private pausedUntil = 0;

  constructor(private readonly store: KeyvStoreAdapter) {}

  get<Value>(key: string) {
    return this.guard(() => this.store.get<Value>(key), undefined);
  }

  async set(key: string, value: unknown, ttl?: number): Promise<boolean> {
    return await this.guard(async () => (await this.store.set(key, value, ttl)) !== false, false);
  }

  async delete(key: string): Promise<boolean> {
    return await this.guard(() => this.store.delete(key), false);
  }

  async clear(): Promise<void> {
    await this.guard(() => this.store.clear(), undefined);
  }

  on(event: string, listener: Listener): this {
    this.store.on(event, listener);
    return this;
  }

  private async guard<Result, Missing>(work: () => Promise<Result>, missing: Missing): Promise<Result | Missing> {
    if (Date.now() < this.pausedUntil) return missing;
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error('the cache did not answer in time'));
      }, DEADLINE_MS);
    });
    try {
      return await Promise.race([work(), deadline]);
    } catch {
      this.pausedUntil = Date.now() + PAUSE_MS;
      return missing;
    } finally {
      clearTimeout(timer);
    }
  }
}
