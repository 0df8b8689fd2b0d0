import { Injectable } from '@nestjs/common';
import { refuseCredentials } from '../../errors';
import { type AuditNote, networkOf } from '../../http';
import { nameKey } from '../../model';
import { Workers } from '../../workers';
import { type User, UsersRepository } from '../accounts/users.repository';
import { type Attempt, LogInLimits } from './log-in-limits';
import { PasswordsService } from '../secrets/passwords.service';

export interface LogIn {
  readonly user: string;
  readonly password: string;
  /** The IP address of the client. */
  readonly address: string;
  readonly note: AuditNote;
}

type Tried = Pick<LogIn, 'password' | 'note'> & { readonly name: string };

/**
 * Checks the name and password of a user. Unknown and disabled users and wrong passwords are rejected with the same error, in the same
 * time, and more slowly when repeated.
 */
@Injectable()
export class LogInService {
  private readonly limits: LogInLimits;

  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: PasswordsService,
    workers: Workers,
  ) {
    this.limits = new LogInLimits(workers);
  }

  /**
   * Returns the user who logged in. The audit note records the name only if the user exists: a password may have been typed as the name.
   */
  async logIn({ user: name, password, address, note }: LogIn): Promise<User> {
    const attempt = await this.limits.begin({ user: nameKey(name), network: networkOf(address) });
    const user = await this.try(attempt, { name, password, note });
    if (user === undefined) refuseCredentials();
    this.limits.release(attempt);
    return user;
  }
  /** Returns the user; undefined if the user or the password is wrong. An attempt that cannot be checked does not count as a failure. */
  private async try(attempt: Attempt, { name, password, note }: Tried): Promise<User | undefined> {
    try {
      const user = await this.users.find(name);
      if (user !== undefined) note.user = user.name;
      const matches = await this.passwords.matches(password, user?.passwordHash, attempt.hasFailed);
      return user === undefined || user.disabled || !matches ? undefined : user;
    } catch (error) {
      this.limits.release(attempt);
      throw error;
    }
  }
}
