import { ServiceError } from '../../errors';
import { allows, type Caller } from '../../model';

/** The caller of the command-line tools, and of the service where it acts for no user. It has all rights. */
export const OPERATOR: Caller = {
  id: 'operator',
  name: 'operator',
  roles: [],
  grants: [{ right: 'ADMIN', resource: { kind: 'all' } }],
};

export function isAdministrator(caller: Caller): boolean {
  return allows(caller, 'ADMIN', { kind: 'all' });
}

/** Rejects callers without ADMIN ON ALL: only administrators manage users and roles. */
export function requireAdministrator(caller: Caller): void {
  if (!isAdministrator(caller)) throw new ServiceError('auth_forbidden', 'this needs ADMIN ON ALL');
}

/** Rejects callers without EDIT on all users, who may create users, and change those without further rights. */
export function requireUserManager(caller: Caller): void {
  if (!allows(caller, 'EDIT', { kind: 'users' }))
    throw new ServiceError('auth_forbidden', 'this needs ADMIN ON ALL, or EDIT ON ALL USER');
}

/** Returns whether the caller may list the users. */
export function seesUsers(caller: Caller): boolean {
  return allows(caller, 'ACCESS', { kind: 'users' });
}
