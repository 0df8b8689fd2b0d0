import { ServiceError } from '../../errors';
import type { Workers } from '../../workers';

const WINDOW_MS = 60_000;

export interface Attempt {
  readonly user: string;
  readonly address: string;
}

interface Limit {
  readonly limit: string;
  readonly most: number;
  readonly keyOf: (attempt: Attempt) => string;
}

/** Failures within a minute. The limit of a name alone is high, so that nobody can lock another one out from one address. */
const LIMITS: readonly Limit[] = [
  { limit: 'failures of a user from an address', most: 5, keyOf: ({ user, address }) => `${address} ${user}` },
  { limit: 'failures from an address', most: 30, keyOf: ({ address }) => address },
  { limit: 'failures of a user', most: 100, keyOf: ({ user }) => user },
];

/** Slows the guessing of passwords down: counts attempts per user, per address and for both together, with all workers of the instance. */
export class LogInLimits {
  constructor(
    private readonly workers: Workers,
    private readonly windowMs = WINDOW_MS,
  ) {}

  /** Counts an attempt before it is made, so that many at once are not let through; throws when there were too many. */
  async begin(attempt: Attempt): Promise<void> {
    const { isFull, remainingMs } = await this.workers.take(this.claimsOf(attempt));
    if (!isFull) return;
    const retryAfter = Math.max(1, Math.ceil(remainingMs / 1000));
    throw new ServiceError('request_rate_limited', 'too many failed log-ins', { retryAfter });
  }

  /** Takes a counted attempt back: it was no failure. */
  succeed(attempt: Attempt): void {
    this.workers.giveBack(this.claimsOf(attempt));
  }

  private claimsOf(attempt: Attempt) {
    const { windowMs } = this;
    return LIMITS.map(({ limit, most, keyOf }) => ({ limit, key: keyOf(attempt), most, windowMs }));
  }
}
