import { ServiceError } from '../../errors';
import type { Claim, Workers } from '../../workers';

const WINDOW_MS = 60_000;

/** The user name and the origin of a log-in attempt. */
export interface LogInName {
  readonly user: string;
  /** The network of the client's IP address (`networkOf`). */
  readonly network: string;
}

/** An attempt that counts as a failure until `release` is called. */
export interface Attempt {
  /** Whether the network has other failures, of any user. */
  readonly hasFailed: boolean;
  readonly claims: readonly Claim[];
}

interface Limit {
  readonly limit: string;
  readonly most: number;
  readonly keyOf: (name: LogInName) => string;
}

/** Limits on failures within a minute. Beyond them, this network is rejected, and no other. */
const OF_NETWORK: readonly Limit[] = [
  { limit: 'failures from a network', most: 30, keyOf: ({ network }) => network },
  { limit: 'failures of a user from a network', most: 5, keyOf: ({ user, network }) => `${network} ${user}` },
];
/**
 * Limit on the failures of a user from all networks. The user must still be able to log in, so exceeding it rejects no attempt, but applies
 * the next limit.
 */
const OF_USER: Limit = { limit: 'failures of a user', most: 100, keyOf: ({ user }) => user };
const WHILE_ATTACKED: Limit = {
  limit: 'failures of a user from a network, while many networks fail',
  most: 1,
  keyOf: ({ user, network }) => `${network} ${user}`,
};

/**
 * Slows down the guessing of passwords: counts failures per network, per user, and per both together, with all workers of the instance.
 * Failures from other networks never reject a network without failures: users can log in while others guess their passwords.
 */
export class LogInLimits {
  constructor(
    private readonly workers: Workers,
    private readonly windowMs = WINDOW_MS,
  ) {}

  /**
   * Counts an attempt before it is made, so that concurrent attempts cannot exceed the limits; rejects it if there were too many failures.
   */
  async begin(name: LogInName): Promise<Attempt> {
    const claims = this.claimsOf(OF_NETWORK, name);
    const { isFull, count, remainingMs } = await this.workers.take(claims);
    if (isFull) throw tooMany(remainingMs);
    const ofUser = await this.claimUser(name);
    if (ofUser.isFull) {
      this.workers.release(claims);
      throw tooMany(ofUser.remainingMs);
    }
    return { hasFailed: count > 1, claims: [...claims, ...ofUser.claims] };
  }

  /** Runs `check`, and counts a failure where it returns undefined. An attempt that cannot be checked does not count. */
  async attempt<Result>(
    name: LogInName,
    check: (hasFailed: boolean) => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    const attempt = await this.begin(name);
    let hasFailed = false;
    try {
      const result = await check(attempt.hasFailed);
      hasFailed = result === undefined;
      return result;
    } finally {
      if (!hasFailed) this.release(attempt);
    }
  }

  /** Removes an attempt that did not fail from the count. */
  release({ claims }: Attempt): void {
    this.workers.release(claims);
  }

  private async claimUser(name: LogInName) {
    const claims = this.claimsOf([OF_USER], name);
    const taken = await this.workers.take(claims);
    if (!taken.isFull) return { ...taken, claims };
    const strict = this.claimsOf([WHILE_ATTACKED], name);
    return { ...(await this.workers.take(strict)), claims: strict };
  }

  private claimsOf(limits: readonly Limit[], name: LogInName): readonly Claim[] {
    const { windowMs } = this;
    return limits.map(({ limit, most, keyOf }) => ({ limit, key: keyOf(name), most, windowMs }));
  }
}

function tooMany(remainingMs: number): ServiceError {
  const retryAfter = Math.max(1, Math.ceil(remainingMs / 1000));
  return new ServiceError('request_rate_limited', 'too many failed log-ins', { retryAfter });
}
