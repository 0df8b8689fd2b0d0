import { Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import { ServiceError } from '../../errors';
import { Workers } from '../../workers';
import type { Account } from '../session/session';

const MINUTE = 60_000;

/** The limits of requests (`RATE_LIMIT_PER_MINUTE`, `MAX_CONCURRENT_PER_KEY`) for statements of the MySQL protocol. */
@Injectable()
export class StatementLimits {
  constructor(
    private readonly environment: Environment,
    private readonly workers: Workers,
  ) {}

  /** Counts a statement of a token; the returned function ends it. Rejects statements beyond the limits with `request_rate_limited`. */
  async enter({ tokenHash }: Account): Promise<() => void> {
    const { rateLimitPerMinute: perMinute, maxConcurrentPerKey: most } = this.environment;
    const key = Buffer.from(tokenHash, 'hex').toString('base64');
    if (perMinute > 0) {
      const claim = { limit: 'statements', key, most: perMinute, windowMs: MINUTE };
      const { isFull, remainingMs } = await this.workers.take([claim]);
      if (isFull) throw tooMany('too many statements', Math.ceil(remainingMs / 1000));
    }
    if (most === 0) return () => undefined;
    if (!(await this.workers.enter(key, most))) throw tooMany(`more than ${most} concurrent statements`, 1);
    return () => {
      this.workers.leave(key);
    };
  }
}

function tooMany(message: string, seconds: number): ServiceError {
  return new ServiceError('request_rate_limited', message, { retryAfter: seconds, hint: `try again in ${seconds} s` });
}
