import { Injectable } from '@nestjs/common';
import { ServiceError } from '../../errors';
import { type Caller, type Identifier, nameKey } from '../../model';
import { type AccountChange } from './account-transactions.service';
import { checkAccountName } from './check-account';
import { getRole, getUser, keepAnAdministrator } from './find-accounts';
import { requireAdministrator } from './operator';
import { PUBLIC_ROLE } from './roles.repository';

/** Manages roles and their members, for administrators. Every user always has the role `public`. */
@Injectable()
export class RolesService {
  prepareCreate(caller: Caller, { name, at }: Identifier): AccountChange {
    requireAdministrator(caller);
    checkAccountName(name);
    return async ({ roles }) => {
      if ((await roles.find(name)) !== undefined) {
        throw new ServiceError('account_name_taken', `there is already a role "${name}"`, { offset: at });
      }
      await roles.insert(name);
    };
  }

  prepareDrop(caller: Caller, name: Identifier): AccountChange {
    requireAdministrator(caller);
    refusePublic(name);
    return async (repositories) => {
      const { id } = await getRole(repositories, caller, name);
      await keepAnAdministrator(repositories, async () => {
        await repositories.grants.deleteOfGrantee({ kind: 'role', id });
        await repositories.roles.delete(id);
      });
    };
  }

  prepareGive(caller: Caller, roleName: Identifier, userName: Identifier): AccountChange {
    requireAdministrator(caller);
    refusePublic(roleName);
    return async (repositories) => {
      const role = await getRole(repositories, caller, roleName);
      const user = await getUser(repositories, caller, userName);
      await repositories.roles.addMember(role.id, user.id);
    };
  }

  prepareTake(caller: Caller, roleName: Identifier, userName: Identifier): AccountChange {
    requireAdministrator(caller);
    refusePublic(roleName);
    return async (repositories) => {
      const role = await getRole(repositories, caller, roleName);
      const user = await getUser(repositories, caller, userName);
      await keepAnAdministrator(repositories, async () => {
        if (await repositories.roles.removeMember(role.id, user.id)) return;
        throw new ServiceError('account_unknown', `user "${user.name}" does not have role "${role.name}"`);
      });
    };
  }
}

function refusePublic({ name, at }: Identifier): void {
  if (nameKey(name) !== PUBLIC_ROLE) return;
  throw new ServiceError(
    'account_bad_value',
    `all users have the role "${PUBLIC_ROLE}": it is never granted, revoked, created or dropped`,
    { offset: at },
  );
}
