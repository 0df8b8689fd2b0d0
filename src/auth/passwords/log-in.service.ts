import { Injectable } from '@nestjs/common';
import { refuseCredentials } from '../../errors';
import { type AuditNote } from '../../http';
import { nameKey } from '../../model';
import { Workers } from '../../workers';
import { AccountStore } from '../accounts/account-store';
import { type User } from '../accounts/users.repository';
import { LogInLimits } from './log-in-limits';
import { PasswordsService } from './passwords.service';

export interface LogIn {
  readonly user: string;
  readonly password: string;
  /** Where the request came from. */
  readonly address: string;
  readonly note: AuditNote;
}

/** Checks a user's name and password. Unknown, disabled and mistyped are refused alike, in the same time, and more slowly when repeated. */
@Injectable()
export class LogInService {
  private readonly limits: LogInLimits;

  constructor(
    private readonly store: AccountStore,
    private readonly passwords: PasswordsService,
    workers: Workers,
  ) {
    this.limits = new LogInLimits(workers);
  }

  /** Notes whose password was tried, where there is such a user: what was typed as a name may be a password. */
  async logIn({ user: name, password, address, note }: LogIn): Promise<User> {
    const attempt = { user: nameKey(name), address };
    await this.limits.begin(attempt);
    const user = await this.store.users.find(name);
    if (user !== undefined) note.user = user.name;
    const matches = await this.passwords.matches(password, user?.passwordHash);
    if (user === undefined || user.disabled || !matches) refuseCredentials();
    this.limits.succeed(attempt);
    return user;
  }
}
