import { Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import { type UserAction } from '../../compiler/statement';
import { ServiceError } from '../../errors';
import { type Caller, type Identifier, nameKey } from '../../model';
import { Workers } from '../../workers';
import { LogInLimits } from '../secrets/log-in-limits';
import { NO_PASSWORD } from '../secrets/hash-password';
import { PasswordsService } from '../secrets/passwords.service';
import { type AccountChange, AccountTransactionsService } from './account-transactions.service';
import { AccountRepositories } from './account.repositories';
import { checkAccountName, checkEmail, checkPassword, checkPersonName, checkTenant } from './check-account';
import { getUser, keepAnAdministrator, refusePowerful } from './find-accounts';
import { isAdministrator, OPERATOR, requireAdministrator, requireUserManager } from './operator';
import { type User } from './users.repository';

export interface UserToCreate {
  readonly name: Identifier;
  /** Undefined: the user cannot log in. */
  readonly password?: string | undefined;
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** The tenant whose JWTs may name the user. */
  readonly jwtTenant?: string | undefined;
}

/** Manages users, for administrators, and own passwords. A change applies at once in this instance, and within a second in the others. */
@Injectable()
export class UsersService {
  private readonly limits: LogInLimits;

  constructor(
    private readonly repositories: AccountRepositories,
    private readonly transactions: AccountTransactionsService,
    private readonly passwords: PasswordsService,
    private readonly environment: Environment,
    workers: Workers,
  ) {
    this.limits = new LogInLimits(workers);
  }

  async create(caller: Caller, user: UserToCreate): Promise<void> {
    await this.transactions.change(await this.prepareCreate(caller, user));
  }

  /** Checks the user and hashes the password, which is slow, outside of the transaction. */
  async prepareCreate(caller: Caller, { name, password, ...details }: UserToCreate): Promise<AccountChange> {
    requireUserManager(caller);
    if (details.jwtTenant !== undefined) requireAdministrator(caller);
    checkAccountName(name.name);
    if (password !== undefined) checkPassword(password, this.environment.passwordMinLength);
    checkEmail(details.email);
    checkPersonName('first_name', details.firstName);
    checkPersonName('last_name', details.lastName);
    checkTenant(details.jwtTenant);
    const passwordHash = password === undefined ? NO_PASSWORD : await this.passwords.hash(password);
    return async (repositories) => {
      await refuseTakenName(repositories, name);
      if (!isAdministrator(caller)) await refuseTakenEmail(repositories, details.email);
      await repositories.users.insert({ name: name.name, passwordHash, ...details });
    };
  }

  prepareDrop(caller: Caller, name: Identifier): AccountChange {
    requireAdministrator(caller);
    return async (repositories) => {
      const { id, name: dropped } = await getUser(repositories, caller, name);
      await keepAnAdministrator(repositories, async () => {
        await repositories.grants.deleteOfGrantee({ kind: 'user', id });
        await repositories.grants.deleteOfTarget(dropped);
        await repositories.users.delete(id);
      });
    };
  }

  /** Checks and hashes passwords, which is slow, outside of the transaction. */
  async prepareAlter(caller: Caller, name: Identifier, action: UserAction): Promise<AccountChange> {
    const isOwn = nameKey(name.name) === nameKey(caller.name) && caller.id !== OPERATOR.id;
    if (action.kind !== 'set-password' || !isOwn) requireUserManager(caller);
    if (action.kind !== 'set-password') return this.prepareState(caller, name, action.kind === 'disable');
    if (isOwn) return this.prepareOwnPassword(caller, name, action);
    if (action.replaced !== undefined)
      throw new ServiceError('account_bad_value', 'REPLACE is for your own password only', { offset: name.at });
    return this.preparePassword(caller, name, action.password);
  }

  /**
   * Disables or enables a user. A disabled user cannot log in. All tokens of the user are revoked, and remain so when the user is enabled
   * again.
   */
  async setDisabled(caller: Caller, name: Identifier, disabled: boolean): Promise<void> {
    requireAdministrator(caller);
    await this.transactions.change(this.prepareState(caller, name, disabled));
  }

  /** Changes the password of a user and revokes all tokens of the user. */
  async setPassword(caller: Caller, name: Identifier, password: string): Promise<void> {
    requireAdministrator(caller);
    await this.transactions.change(await this.preparePassword(caller, name, password));
  }

  private prepareState(caller: Caller, name: Identifier, disabled: boolean): AccountChange {
    return async (repositories) => {
      const user = await getUser(repositories, caller, name);
      await refusePowerful(repositories, caller, user);
      await keepAnAdministrator(repositories, () => repositories.users.setDisabled(user.id, disabled));
      if (disabled || user.disabled) await repositories.tokens.revoke(user.id);
    };
  }

  /** `replaced`: the hash that the user must still have; absent: any. */
  private async preparePassword(
    caller: Caller,
    name: Identifier,
    password: string,
    replaced?: string,
  ): Promise<AccountChange> {
    checkPassword(password, this.environment.passwordMinLength);
    const passwordHash = await this.passwords.hash(password);
    return async (repositories) => {
      const user = await getUser(repositories, caller, name);
      if (replaced === undefined) await refusePowerful(repositories, caller, user);
      else if (user.passwordHash !== replaced) refuseReplaced(name);
      await repositories.users.setPasswordHash(user.id, passwordHash);
      await repositories.tokens.revoke(user.id);
    };
  }

  /**
   * Requires the previous password, so that a stolen token does not suffice. Wrong ones count like failed log-ins, but for this user only,
   * wherever the requests come from.
   */
  private async prepareOwnPassword(
    caller: Caller,
    name: Identifier,
    { password, replaced }: { readonly password: string; readonly replaced?: string },
  ): Promise<AccountChange> {
    if (replaced === undefined) {
      const hint = "add REPLACE '<previous password>'";
      throw new ServiceError('account_bad_value', 'your own password needs the previous one', {
        hint,
        offset: name.at,
      });
    }
    const { passwordHash } = await getUser(this.repositories, caller, name);
    const key = nameKey(name.name);
    const matching = await this.limits.attempt({ user: key, network: `requests of ${key}` }, async (hasFailed) =>
      (await this.passwords.matches(replaced, passwordHash, hasFailed)) ? passwordHash : undefined,
    );
    if (matching === undefined) refuseReplaced(name);
    return this.preparePassword(caller, name, password, passwordHash);
  }

  async get(caller: Caller, name: Identifier): Promise<User> {
    requireAdministrator(caller);
    return getUser(this.repositories, caller, name);
  }

  async list(caller: Caller): Promise<readonly User[]> {
    requireAdministrator(caller);
    return this.repositories.users.list();
  }
}

async function refuseTakenName(repositories: AccountRepositories, { name, at }: Identifier): Promise<void> {
  if ((await repositories.users.find(name)) === undefined) return;
  throw new ServiceError('account_name_taken', `there is already a user "${name}"`, { offset: at });
}

/** An address that two users have would no longer name the first one (docs/http-api.md). */
async function refuseTakenEmail({ users }: AccountRepositories, email: string | undefined): Promise<void> {
  if (email === undefined || (await users.listByEmail(email)).length === 0) return;
  throw new ServiceError('account_bad_value', 'there is already a user with this e-mail address');
}

function refuseReplaced({ at }: Identifier): never {
  throw new ServiceError('auth_forbidden', 'the previous password is wrong', { offset: at });
}
