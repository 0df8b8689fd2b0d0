import { ServiceError, suggest } from '../../errors';
import { type Caller, type Identifier } from '../../model';
import { type AccountRepositories } from './account.repositories';
import { isAdministrator } from './operator';
import { type Role } from './roles.repository';
import { type User } from './users.repository';

/** Returns the user of this name; the error for an unknown name suggests only names that the caller may see. */
export async function getUser(repositories: AccountRepositories, caller: Caller, name: Identifier): Promise<User> {
  const user = await repositories.users.find(name.name);
  if (user !== undefined) return user;
  const seen = isAdministrator(caller) ? await repositories.users.names() : [caller.name];
  throw unknown('user', name, seen);
}

/** Returns the role of this name; the error for an unknown name suggests only names that the caller may see. */
export async function getRole(repositories: AccountRepositories, caller: Caller, name: Identifier): Promise<Role> {
  const role = await repositories.roles.find(name.name);
  if (role !== undefined) return role;
  const seen = isAdministrator(caller) ? await repositories.roles.names() : caller.roles;
  throw unknown('role', name, seen);
}

/** Runs `work`, and rejects it if it leaves a service that had an administrator without one. */
export async function keepAnAdministrator(repositories: AccountRepositories, work: () => Promise<void>): Promise<void> {
  const before = await repositories.grants.countAdministrators();
  await work();
  if (before > 0 && (await repositories.grants.countAdministrators()) === 0) {
    throw new ServiceError('account_bad_value', 'this would remove the last administrator', {
      hint: 'grant ADMIN ON ALL to another enabled user first',
    });
  }
}

function unknown(what: string, { name, at }: Identifier, seen: readonly string[]): ServiceError {
  return new ServiceError('account_unknown', `unknown ${what} "${name}"`, { hint: suggest(name, seen), offset: at });
}
