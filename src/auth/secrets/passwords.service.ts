import { Injectable } from '@nestjs/common';
import { promise as createQueue } from 'fastq';
import { ServiceError } from '../../errors';
import { hashPassword, matchesPassword, NO_PASSWORD } from './hash-password';

const LONGEST_QUEUE = 25;

/** Hashes and compares passwords, at most two at once, since each costs 36 ms of a core and 32 MB. Its two queues are bounded. */
@Injectable()
export class PasswordsService {
  /** Each queue runs one task at a time. The second is closed to clients with recent failures: a flood of them fills only the first. */
  private readonly queues = [createQueue(doWork, 1), createQueue(doWork, 1)] as const;
  /** The hash that is compared for a user who is unknown or has no password, so that the time reveals neither. */
  private readonly nobody = this.hash('');

  hash(password: string): Promise<string> {
    return this.inTurn(() => hashPassword(password));
  }

  /**
   * Returns whether `password` matches `hash`; without a hash or a password it takes the same time and returns false. `hasFailed`: the client has recent
   * failures.
   */
  async matches(password: string, hash: string | undefined, hasFailed = false): Promise<boolean> {
    const hasPassword = hash !== undefined && hash !== NO_PASSWORD;
    const compared = hasPassword ? hash : await this.nobody;
    const matches = await this.inTurn(() => matchesPassword(password, compared), hasFailed);
    return matches && hasPassword;
  }

  private inTurn<Result>(work: () => Promise<Result>, hasFailed = false): Promise<Result> {
    const [open, kept] = this.queues;
    const queue = hasFailed || loadOf(open) <= loadOf(kept) ? open : kept;
    if (queue.length() >= LONGEST_QUEUE) {
      throw new ServiceError('request_rate_limited', 'too many concurrent log-ins', { retryAfter: 2 });
    }
    return queue.push(work) as Promise<Result>;
  }
}

function doWork(work: () => Promise<unknown>): Promise<unknown> {
  return work();
}

function loadOf(queue: { length(): number; running(): number }): number {
  return queue.length() + queue.running();
}
