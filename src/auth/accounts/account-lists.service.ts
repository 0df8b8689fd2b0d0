import { Injectable } from '@nestjs/common';
import { type Caller, type Grant, type Identifier } from '../../model';
import { AccountRepositories } from './account.repositories';
import { getRole, getUser } from './find-accounts';
import { requireAdministrator } from './operator';
import { type Membership } from './roles.repository';
import { type User } from './users.repository';

/** A user with the names of the granted roles, and the number of rights that were granted to the user directly. */
export interface ListedUser extends User {
  readonly roles: readonly string[];
  readonly grants: number;
}

/** A role with the names of the users to whom it was granted, and the number of its rights. */
export interface ListedRole {
  readonly name: string;
  readonly members: readonly string[];
  readonly grants: number;
}

/** Lists users, roles and rights, for administrators. */
@Injectable()
export class AccountListsService {
  constructor(private readonly repositories: AccountRepositories) {}

  async listUsers(caller: Caller): Promise<readonly ListedUser[]> {
    requireAdministrator(caller);
    return await readUsers(this.repositories);
  }

  async listRoles(caller: Caller): Promise<readonly ListedRole[]> {
    requireAdministrator(caller);
    return await readRoles(this.repositories);
  }

  /** Returns the rights that were granted to a user directly, or to a role. */
  async listGrants(caller: Caller, kind: 'user' | 'role', name: Identifier): Promise<readonly Grant[]> {
    requireAdministrator(caller);
    const { id } = await (kind === 'user' ? getUser : getRole)(this.repositories, caller, name);
    return this.repositories.grants.ofGrantee({ kind, id });
  }
}

/** Returns all users, whoever asks. */
export async function readUsers({ users, roles, grants }: AccountRepositories): Promise<readonly ListedUser[]> {
  const rolesOf = namesBy('user', await roles.memberships());
  const counts = await grants.countByGrantee('user');
  const all = await users.list();
  return all.map((user) => ({ ...user, roles: rolesOf.get(user.name) ?? [], grants: counts.get(user.id) ?? 0 }));
}

/** Returns all roles, whoever asks. */
export async function readRoles({ roles, grants }: AccountRepositories): Promise<readonly ListedRole[]> {
  const membersOf = namesBy('role', await roles.memberships());
  const counts = await grants.countByGrantee('role');
  const all = await roles.list();
  return all.map(({ id, name }) => ({ name, members: membersOf.get(name) ?? [], grants: counts.get(id) ?? 0 }));
}

/** Returns the roles of each user, or the users of each role. */
function namesBy(key: 'user' | 'role', memberships: readonly Membership[]): ReadonlyMap<string, readonly string[]> {
  const other = key === 'user' ? 'role' : 'user';
  const names = new Map<string, string[]>();
  for (const membership of memberships) {
    const known = names.get(membership[key]) ?? [];
    known.push(membership[other]);
    names.set(membership[key], known);
  }
  return names;
}
