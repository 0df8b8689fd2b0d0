import { Injectable } from '@nestjs/common';
import { promise as createQueue } from 'fastq';
import { ServiceError } from '../../errors';
import { hashPassword, matchesPassword } from './hash-password';

const LONGEST_QUEUE = 25;

/** Hashes and compares passwords: two at once, since each costs 36 ms of a core and 32 MB, and with two bounded queues. */
@Injectable()
export class PasswordsService {
  /** Each works at one after the other. The second is closed to those who failed lately: a flood of them fills the first alone. */
  private readonly queues = [createQueue(doWork, 1), createQueue(doWork, 1)] as const;
  /** What an unknown user is compared with, so that the time does not tell who exists. */
  private readonly nobody = this.hash('');

  hash(password: string): Promise<string> {
    return this.inTurn(() => hashPassword(password));
  }

  /** Whether `password` has `hash`; without a hash it takes as long and is false. `hasFailed`: whoever asks has been refused lately. */
  async matches(password: string, hash: string | undefined, hasFailed = false): Promise<boolean> {
    const compared = hash ?? (await this.nobody);
    const matches = await this.inTurn(() => matchesPassword(password, compared), hasFailed);
    return matches && hash !== undefined;
  }

  private inTurn<Result>(work: () => Promise<Result>, hasFailed = false): Promise<Result> {
    const [open, kept] = this.queues;
    const queue = hasFailed || loadOf(open) <= loadOf(kept) ? open : kept;
    if (queue.length() >= LONGEST_QUEUE) {
      throw new ServiceError('request_rate_limited', 'too many log-ins at once', { retryAfter: 2 });
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
