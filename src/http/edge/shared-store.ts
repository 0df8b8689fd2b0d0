import type { FastifyRateLimitOptions, FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Workers } from '../../workers';

/** Returns a store class for `@fastify/rate-limit` that counts requests together with all workers of the instance. */
export function sharedStore(workers: Workers): FastifyRateLimitStoreCtor {
  return class SharedStore implements FastifyRateLimitStore {
    constructor(readonly options: FastifyRateLimitOptions) {}

    incr(...[key, callback, windowMs, most]: Parameters<FastifyRateLimitStore['incr']>): void {
      workers.take([{ limit: 'requests', key, most, windowMs }]).then(({ isFull, count, remainingMs }) => {
        callback(null, { current: isFull ? most + 1 : count, ttl: remainingMs });
      }, callback);
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
