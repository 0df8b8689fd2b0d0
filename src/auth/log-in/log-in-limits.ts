import { ServiceError } from '../../errors';
import type { Claim, Workers } from '../../workers';

const WINDOW_MS = 60_000;

/** Who tries to log in, as whom. */
export interface LogInName {
  readonly user: string;
  /** See `networkOf`. */
  readonly network: string;
}

/** An attempt that is counted as a failure until it is taken back. */
export interface Attempt {
  /** The network has other failures, of any user. */
  readonly hasFailed: boolean;
  readonly claims: readonly Claim[];
}

interface Limit {
  readonly limit: string;
  readonly most: number;
  readonly keyOf: (name: LogInName) => string;
}

/** Failures within a minute. Beyond them a network is refused, and no other one. */
const OF_NETWORK: readonly Limit[] = [
  { limit: 'failures from a network', most: 30, keyOf: ({ network }) => network },
  { limit: 'failures of a user from a network', most: 5, keyOf: ({ user, network }) => `${network} ${user}` },
];
/** Of a name, from everywhere. Beyond it the owner must still get in, so that it refuses nobody, but makes the next limit the one that counts. */
const OF_USER: Limit = { limit: 'failures of a user', most: 100, keyOf: ({ user }) => user };
const WHILE_ATTACKED: Limit = {
  limit: 'failures of a user from a network, while many networks fail',
  most: 1,
  keyOf: ({ user, network }) => `${network} ${user}`,
};

/**
 * Slows the guessing of passwords down: counts failures per network, per user, and for both together, with all workers of the instance. Failures
 * from elsewhere never keep a network out that has none: whoever knows a password gets in, however many others guess it.
 */
export class LogInLimits {
  constructor(
    private readonly workers: Workers,
    private readonly windowMs = WINDOW_MS,
  ) {}

  /** Counts an attempt before it is made, so that many at once are not let through; throws when there were too many. */
  async begin(name: LogInName): Promise<Attempt> {
    const claims = this.claimsOf(OF_NETWORK, name);
    const { isFull, count, remainingMs } = await this.workers.take(claims);
    if (isFull) throw tooMany(remainingMs);
    const ofUser = await this.claimUser(name);
    if (ofUser.isFull) {
      this.workers.giveBack(claims);
      throw tooMany(ofUser.remainingMs);
    }
    return { hasFailed: count > 1, claims: [...claims, ...ofUser.claims] };
  }

  /** Takes a counted attempt back: it was no failure. */
  takeBack({ claims }: Attempt): void {
    this.workers.giveBack(claims);
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
