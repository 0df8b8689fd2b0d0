import { Injectable } from '@nestjs/common';
import { promise as createQueue } from 'fastq';
import { ServiceError } from '../../errors';
import { hashPassword, matchesPassword } from './hash-password';

const AT_ONCE = 2;
const LONGEST_QUEUE = 50;

/** Hashes and compares passwords: two at once, since each costs 36 ms of a core and 32 MB, and with a bounded queue (design 3, trap 12). */
@Injectable()
export class PasswordsService {
  private readonly queue = createQueue((work: () => Promise<unknown>) => work(), AT_ONCE);
  /** What an unknown user is compared with, so that the time does not tell who exists. */
  private readonly nobody = this.hash('');

  hash(password: string): Promise<string> {
    return this.inTurn(() => hashPassword(password));
  }

  /** Whether `password` has `hash`; without a hash it takes as long and is false. */
  async matches(password: string, hash: string | undefined): Promise<boolean> {
    const compared = hash ?? (await this.nobody);
    const matches = await this.inTurn(() => matchesPassword(password, compared));
    return matches && hash !== undefined;
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.queue.length() >= LONGEST_QUEUE) {
      throw new ServiceError('request_rate_limited', 'too many log-ins at once', { retryAfter: 2 });
    }
    return this.queue.push(work) as Promise<Result>;
  }
}
