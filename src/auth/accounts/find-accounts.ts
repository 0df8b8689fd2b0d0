import { ServiceError, suggest } from '../../errors';
import { type Caller, type Identifier, nameKey, type Right } from '../../model';
import { type AccountRepositories } from './account.repositories';
import { isAdministrator, seesUsers } from './operator';
import { type Role } from './roles.repository';
import { type User } from './users.repository';

/** Returns the user of this name; the error for an unknown name suggests only names that the caller may see. */
export async function getUser(repositories: AccountRepositories, caller: Caller, name: Identifier): Promise<User> {
  const user = await repositories.users.find(name.name);
  if (user !== undefined) return user;
  const seen = seesUsers(caller) ? await repositories.users.names() : [caller.name];
  throw unknown('user', name, seen);
}

/** Returns the role of this name; the error for an unknown name suggests only names that the caller may see. */
export async function getRole(repositories: AccountRepositories, caller: Caller, name: Identifier): Promise<Role> {
  const role = await repositories.roles.find(name.name);
  if (role !== undefined) return role;
  const seen = isAdministrator(caller) ? await repositories.roles.names() : caller.roles;
  throw unknown('role', name, seen);
}

/** The rights of users whom callers with EDIT ON ALL USER may change. */
const PLAIN_RIGHTS: readonly Right[] = ['ACCESS', 'QUERY', 'EDIT'];

/**
 * Rejects to change a user who may do more than read and edit ontologies, or who has a role that the caller does not have, which policies may
 * exempt: whoever sets the password of a user has all rights of that user. Administrators change all users.
 */
export async function refusePowerful(repositories: AccountRepositories, caller: Caller, user: User): Promise<void> {
  if (isAdministrator(caller)) return;
  const roles = await repositories.roles.ofUser(user.id, []);
  const ids = roles.map(({ id }) => id);
  const grants = await repositories.grants.ofUser(user.id, ids);
  const isPlain = grants.every(({ right, resource }) => PLAIN_RIGHTS.includes(right) && resource.kind !== 'users');
  const own = caller.roles.map(nameKey);
  if (isPlain && roles.every(({ name }) => own.includes(nameKey(name)))) return;
  throw new ServiceError('auth_forbidden', `this needs ADMIN ON ALL, since "${user.name}" has further rights or roles`);
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
