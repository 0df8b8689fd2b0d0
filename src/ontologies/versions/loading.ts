import { type LRUCache } from 'lru-cache';

/** A pending lookup that any number of callers share. After it succeeds, its value is available synchronously. */
export class Loading<Value> {
  private found: Value | undefined;

  constructor(readonly promise: Promise<Value>) {
    promise.then(
      (value) => {
        this.found = value;
      },
      () => undefined,
    );
  }

  /** Undefined until the lookup succeeds. */
  get value(): Value | undefined {
    return this.found;
  }
}

/** Returns the cached value of a key, or calls `load` once for all concurrent callers. Failures are not cached. */
export function loadOnce<Value>(
  kept: LRUCache<string, Loading<Value>>,
  key: string,
  load: () => Promise<Value>,
): Promise<Value> {
  const known = kept.get(key);
  if (known !== undefined) return known.promise;
  const loading = new Loading(load());
  kept.set(key, loading);
  loading.promise.catch(() => kept.delete(key));
  return loading.promise;
}
