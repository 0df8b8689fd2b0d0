import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../errors';

const WINDOW_MS = 60_000;
const MOST_REMEMBERED = 10_000;

export interface Attempt {
  readonly user: string;
  readonly address: string;
}

interface Limit {
  readonly failures: number;
  readonly keyOf: (attempt: Attempt) => string;
}

/** Failures within a minute. The limit of a name alone is high, so that nobody can lock another one out from one address. */
const LIMITS: readonly Limit[] = [
  { failures: 5, keyOf: ({ user, address }) => `${address} ${user}` },
  { failures: 30, keyOf: ({ address }) => address },
  { failures: 100, keyOf: ({ user }) => user },
];

/** Slows the guessing of passwords down: counts attempts in this process, per user, per address and for both together. */
export class LogInLimits {
  private readonly counted;

  constructor(windowMs = WINDOW_MS) {
    const room = { max: MOST_REMEMBERED, ttl: windowMs, noUpdateTTL: true };
    this.counted = LIMITS.map((limit) => ({ ...limit, counts: new LRUCache<string, number>(room) }));
  }

  /** Counts an attempt before it is made, so that many at once are not let through; throws when there were too many. */
  begin(attempt: Attempt): void {
    for (const { failures, keyOf, counts } of this.counted) {
      const key = keyOf(attempt);
      if ((counts.get(key) ?? 0) < failures) continue;
      const retryAfter = Math.max(1, Math.ceil(counts.getRemainingTTL(key) / 1000));
      throw new ServiceError('request_rate_limited', 'too many failed log-ins', { retryAfter });
    }
    this.count(attempt, 1);
  }

  /** Takes a counted attempt back: it was no failure. */
  succeed(attempt: Attempt): void {
    this.count(attempt, -1);
  }

  private count(attempt: Attempt, change: number): void {
    for (const { keyOf, counts } of this.counted) {
      const key = keyOf(attempt);
      counts.set(key, Math.max(0, (counts.get(key) ?? 0) + change));
    }
  }
}
