import { Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import { ServiceError } from '../../errors';
import { Workers } from '../../workers';
import type { Account } from '../session/session';

const MINUTE = 60_000;

/** A place among the concurrent statements of a token. It is free again when all that hold it have left. */
export class StatementPlace {
  private holders = 1;

  constructor(private readonly free: () => void) {}

  hold(): void {
    this.holders++;
  }

  leave(): void {
    if (--this.holders === 0) this.free();
  }
}

/** The limits of requests (`RATE_LIMIT_PER_MINUTE`, `MAX_CONCURRENT_PER_KEY`) for statements of the MySQL protocol. */
@Injectable()
export class StatementLimits {
  constructor(
    private readonly environment: Environment,
    private readonly workers: Workers,
  ) {}

  /** Counts a statement of a token, and returns its place. Rejects statements beyond the limits with `request_rate_limited`. */
  async enter({ tokenHash }: Account): Promise<StatementPlace> {
    const { rateLimitPerMinute: perMinute, maxConcurrentPerKey: most } = this.environment;
    const key = Buffer.from(tokenHash, 'hex').toString('base64');
    if (perMinute > 0) {
      const claim = { limit: 'statements', key, most: perMinute, windowMs: MINUTE };
      const { isFull, remainingMs } = await this.workers.take([claim]);
      if (isFull) throw tooMany('too many statements', Math.ceil(remainingMs / 1000));
    }
    if (most === 0) return new StatementPlace(() => undefined);
    if (!(await this.workers.enter(key, most))) throw tooMany(`more than ${most} concurrent statements`, 1);
    return new StatementPlace(() => {
      this.workers.leave(key);
    });
  }
}

function tooMany(message: string, seconds: number): ServiceError {
  return new ServiceError('request_rate_limited', message, { retryAfter: seconds, hint: `try again in ${seconds} s` });
}
