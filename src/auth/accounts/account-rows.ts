import { type ShownAccounts } from '../../compiler/statement';
import { ServiceError } from '../../errors';
import { allows, type Caller, type Cell, type OutputColumn, printResource } from '../../model';
import { readRoles, readUsers } from './account-lists.service';
import { type AccountRepositories } from './account.repositories';
import { seesUsers } from './operator';
import { printTime } from './print-time';

/** The rows of an account statement. */
export interface AccountRows {
  readonly columns: readonly OutputColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

type ReadRows = (repositories: AccountRepositories, caller: Caller) => Promise<AccountRows>;

/** Reads the rows of SHOW USERS, SHOW ROLES and SHOW PERMISSIONS. */
export const ROWS_OF: Readonly<Record<ShownAccounts, ReadRows>> = {
  users: userRows,
  roles: roleRows,
  permissions: permissionRows,
};

const texts = (...names: readonly string[]): readonly OutputColumn[] => names.map((name) => ({ name, type: 'string' }));

const USER_COLUMNS: readonly OutputColumn[] = [
  ...texts('name', 'email', 'first_name', 'last_name', 'state'),
  { name: 'created', type: 'timestamp' },
  ...texts('roles'),
];

async function userRows(repositories: AccountRepositories, caller: Caller): Promise<AccountRows> {
  requireList(caller);
  const users = await readUsers(repositories);
  const rows = users.map(({ name, email, firstName, lastName, disabled, createdAt, roles }) => {
    const state = disabled ? 'disabled' : 'enabled';
    return [name, email, firstName, lastName, state, printTime(createdAt), roles.join(', ')];
  });
  return { columns: USER_COLUMNS, rows };
}

async function roleRows(repositories: AccountRepositories, caller: Caller): Promise<AccountRows> {
  requireList(caller);
  const roles = await readRoles(repositories);
  return { columns: texts('name', 'users'), rows: roles.map(({ name, members }) => [name, members.join(', ')]) };
}

/** Returns the grants that the caller may revoke. */
async function permissionRows({ grants, roles, users }: AccountRepositories, caller: Caller): Promise<AccountRows> {
  const names = {
    user: new Map((await users.list()).map(({ id, name }) => [id, name])),
    role: new Map((await roles.list()).map(({ id, name }) => [id, name])),
  };
  const seen = (await grants.list()).filter(({ grant }) => allows(caller, 'ADMIN', grant.resource));
  const rows = seen.map(({ grantee, grant }) => {
    const name = names[grantee.kind].get(grantee.id) ?? null;
    return [grantee.kind, name, grant.right, printResource(grant.resource)];
  });
  return { columns: texts('grantee_type', 'grantee', 'permission', 'resource'), rows };
}

function requireList(caller: Caller): void {
  if (!seesUsers(caller)) throw new ServiceError('auth_forbidden', 'this needs ADMIN ON ALL, or a right ON ALL USER');
}
