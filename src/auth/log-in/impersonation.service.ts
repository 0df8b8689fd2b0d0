import { Injectable } from '@nestjs/common';
import { ServiceError } from '../../errors';
import { allows, type Caller } from '../../model';
import { CallersService } from '../accounts/callers.service';
import { type User, UsersRepository } from '../accounts/users.repository';

/** Lets callers with AUTH on a user act as this user. Users and rights are read for each request. */
@Injectable()
export class ImpersonationService {
  constructor(
    private readonly users: UsersRepository,
    private readonly callers: CallersService,
  ) {}

  /** Returns the user with this name or e-mail address as a caller. All refusals are the same, so that they reveal no users. */
  async become(caller: Caller, target: string): Promise<Caller> {
    const user = await this.find(target);
    const mayAct = user !== undefined && allows(caller, 'AUTH', { kind: 'user', user: user.name });
    if (user === undefined || !mayAct || user.disabled) {
      throw new ServiceError('auth_forbidden', 'you may not act as this user', {
        hint: 'an administrator can GRANT AUTH ON user.<name> TO USER <you>',
      });
    }
    return { ...(await this.callers.ofUser(user)), impersonator: caller.name };
  }

  private async find(target: string): Promise<User | undefined> {
    const named = await this.users.find(target);
    if (named !== undefined || !target.includes('@')) return named;
    const addressed = await this.users.listByEmail(target);
    return addressed.length === 1 ? addressed[0] : undefined;
  }
}
