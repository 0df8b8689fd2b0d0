import { type LRUCache } from 'lru-cache';

/** What is being looked up, for any number of askers; at hand for those who ask once it is there. */
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

  /** Undefined as long as it must be waited for. */
  get value(): Value | undefined {
    return this.found;
  }
}

/** What is kept under a key, or else what `load` gives, once for all who ask meanwhile; a failure is not kept. */
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
