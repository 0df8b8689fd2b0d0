import { Injectable } from '@nestjs/common';
import { refuseCredentials } from '../../errors';
import { type AuditNote, networkOf } from '../../http';
import { nameKey } from '../../model';
import { Workers } from '../../workers';
import { type User, UsersRepository } from '../accounts/users.repository';
import { LogInLimits } from '../secrets/log-in-limits';
import { PasswordsService } from '../secrets/passwords.service';

export interface LogIn {
  readonly user: string;
  readonly password: string;
  /** The IP address of the client. */
  readonly address: string;
  readonly note: AuditNote;
}

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
    const key = { user: nameKey(name), network: networkOf(address) };
    const found = await this.limits.attempt(key, async (hasFailed) => {
      const user = await this.users.find(name);
      if (user !== undefined) note.user = user.name;
      const matches = await this.passwords.matches(password, user?.passwordHash, hasFailed);
      return user === undefined || user.disabled || !matches ? undefined : user;
    });
    return found ?? refuseCredentials();
  }
}
