import { Injectable } from '@nestjs/common';
import { ServiceError } from '../../errors';
import { type Caller, type Identifier, nameKey } from '../../model';
import { AccountStore } from './account-store';
import { checkAccountName } from './check-account';
import { getRole, getUser, keepAnAdministrator } from './find-accounts';
import { requireAdministrator } from './operator';
import { PUBLIC_ROLE } from './roles.repository';

/** Roles and who has them, for administrators; `public` is everybody's and stays so. */
@Injectable()
export class RolesService {
  constructor(private readonly store: AccountStore) {}

  async create(caller: Caller, { name, at }: Identifier): Promise<void> {
    requireAdministrator(caller);
    checkAccountName(name);
    await this.store.change(async ({ roles }) => {
      if ((await roles.find(name)) !== undefined) {
        throw new ServiceError('account_name_taken', `there is already a role "${name}"`, { offset: at });
      }
      await roles.insert(name);
    });
  }

  async drop(caller: Caller, name: Identifier): Promise<void> {
    requireAdministrator(caller);
    refusePublic(name);
    await this.store.change(async (repositories) => {
      const { id } = await getRole(repositories, caller, name);
      await keepAnAdministrator(repositories, async () => {
        await repositories.grants.deleteOfGrantee({ kind: 'role', id });
        await repositories.roles.delete(id);
      });
    });
  }

  async give(caller: Caller, roleName: Identifier, userName: Identifier): Promise<void> {
    requireAdministrator(caller);
    refusePublic(roleName);
    await this.store.change(async (repositories) => {
      const role = await getRole(repositories, caller, roleName);
      const user = await getUser(repositories, caller, userName);
      await repositories.roles.addMember(role.id, user.id);
    });
  }

  async take(caller: Caller, roleName: Identifier, userName: Identifier): Promise<void> {
    requireAdministrator(caller);
    refusePublic(roleName);
    await this.store.change(async (repositories) => {
      const role = await getRole(repositories, caller, roleName);
      const user = await getUser(repositories, caller, userName);
      await keepAnAdministrator(repositories, async () => {
        if (await repositories.roles.removeMember(role.id, user.id)) return;
        throw new ServiceError('account_unknown', `user "${user.name}" does not have role "${role.name}"`);
      });
    });
  }
}

function refusePublic({ name, at }: Identifier): void {
  if (nameKey(name) !== PUBLIC_ROLE) return;
  throw new ServiceError('account_bad_value', `everybody has role "${PUBLIC_ROLE}", always`, { offset: at });
}
