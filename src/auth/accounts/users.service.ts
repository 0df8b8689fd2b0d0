import { Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import { ServiceError } from '../../errors';
import { type Caller, type Identifier } from '../../model';
import { PasswordsService } from '../secrets/passwords.service';
import { type AccountChange, AccountTransactionsService } from './account-transactions.service';
import { AccountRepositories } from './account.repositories';
import { checkAccountName, checkEmail, checkPassword, checkTenant } from './check-account';
import { getUser, keepAnAdministrator } from './find-accounts';
import { requireAdministrator } from './operator';
import { type User } from './users.repository';

export interface UserToCreate {
  readonly name: Identifier;
  readonly password: string;
  readonly email?: string | undefined;
  /** The tenant whose JWTs may name the user. */
  readonly jwtTenant?: string | undefined;
}

/** Manages users, for administrators. A change applies at once in this instance, and within a second in the others. */
@Injectable()
export class UsersService {
  constructor(
    private readonly repositories: AccountRepositories,
    private readonly transactions: AccountTransactionsService,
    private readonly passwords: PasswordsService,
    private readonly environment: Environment,
  ) {}

  async create(caller: Caller, user: UserToCreate): Promise<void> {
    await this.transactions.change(await this.prepareCreate(caller, user));
  }

  /** Checks the user and hashes the password, which is slow, outside of the transaction. */
  async prepareCreate(caller: Caller, { name, password, email, jwtTenant }: UserToCreate): Promise<AccountChange> {
    requireAdministrator(caller);
    checkAccountName(name.name);
    checkPassword(password, this.environment.passwordMinLength);
    checkEmail(email);
    checkTenant(jwtTenant);
    const passwordHash = await this.passwords.hash(password);
    return async (repositories) => {
      await refuseTakenName(repositories, name);
      await repositories.users.insert({ name: name.name, passwordHash, email, jwtTenant });
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

  /**
   * Disables or enables a user. A disabled user cannot log in. All tokens of the user are revoked, and remain so when the user is enabled
   * again.
   */
  async setDisabled(caller: Caller, name: Identifier, disabled: boolean): Promise<void> {
    requireAdministrator(caller);
    await this.transactions.change(async (repositories) => {
      const user = await getUser(repositories, caller, name);
      await keepAnAdministrator(repositories, () => repositories.users.setDisabled(user.id, disabled));
      if (disabled || user.disabled) await repositories.tokens.revoke(user.id);
    });
  }

  /** Changes the password of a user and revokes all tokens of the user. */
  async setPassword(caller: Caller, name: Identifier, password: string): Promise<void> {
    requireAdministrator(caller);
    checkPassword(password, this.environment.passwordMinLength);
    const passwordHash = await this.passwords.hash(password);
    await this.transactions.change(async (repositories) => {
      const { id } = await getUser(repositories, caller, name);
      await repositories.users.setPasswordHash(id, passwordHash);
      await repositories.tokens.revoke(id);
    });
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
