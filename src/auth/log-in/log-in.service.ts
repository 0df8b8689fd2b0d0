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
  /** Where the request came from. */
  readonly address: string;
  readonly note: AuditNote;
}

type Tried = Pick<LogIn, 'password' | 'note'> & { readonly name: string };

/** Checks a user's name and password. Unknown, disabled and mistyped are refused alike, in the same time, and more slowly when repeated. */
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

  /** Notes whose password was tried, where there is such a user: what was typed as a name may be a password. */
  async logIn({ user: name, password, address, note }: LogIn): Promise<User> {
    const attempt = await this.limits.begin({ user: nameKey(name), network: networkOf(address) });
    const user = await this.try(attempt, { name, password, note });
    if (user === undefined) refuseCredentials();
    this.limits.takeBack(attempt);
    return user;
  }
  /** The user, undefined where these are not the name and password of one; what could not be tried is no failure. */
  private async try(attempt: Attempt, { name, password, note }: Tried): Promise<User | undefined> {
    try {
      const user = await this.users.find(name);
      if (user !== undefined) note.user = user.name;
      const matches = await this.passwords.matches(password, user?.passwordHash, attempt.hasFailed);
      return user === undefined || user.disabled || !matches ? undefined : user;
    } catch (error) {
      this.limits.takeBack(attempt);
      throw error;
    }
  }
}
