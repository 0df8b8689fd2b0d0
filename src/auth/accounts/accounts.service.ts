import { Injectable } from '@nestjs/common';
import {
  type AccountStatement,
  type Grantee,
  type GrantResource,
  type Option,
  type RightName,
  type ShownAccounts,
} from '../../compiler/statement';
import { ServiceError } from '../../errors';
import { type Knex } from '../../system-database';
import {
  type Caller,
  type Identifier,
  isWholeResource,
  nameKey,
  type OutputColumn,
  type Resource,
  type Right,
} from '../../model';
import { type AccountChange, AccountTransactionsService } from './account-transactions.service';
import { type AccountRows, ROWS_OF } from './account-rows';
import { AccountRepositories } from './account.repositories';
import { tenantKey } from './check-account';
import { checkOptions } from './check-options';
import { getRole, getUser } from './find-accounts';
import { GrantsService } from './grants.service';
import { requireAdministrator } from './operator';
import { printTime } from './print-time';
import { readTokenTerms } from './read-token-terms';
import { RolesService } from './roles.service';
import { LONGEST_NAME, TokensService } from './tokens.service';
import { type UserToCreate, UsersService } from './users.service';

/** The statements that create a token, by their kinds. */
const NAMES = { 'create-token': 'CREATE TOKEN', 'show-token': 'SHOW TOKEN' } as const;

/** How the names of tokens of SHOW TOKEN begin, and how many of them a user may have. */
const [SHOWN_BY, MOST_SHOWN] = ['SHOW TOKEN by ', 100];

const TOKEN_COLUMNS: readonly OutputColumn[] = [
  { name: 'name', type: 'string' },
  { name: 'created', type: 'timestamp' },
  { name: 'expires', type: 'timestamp' },
];

const NEW_TOKEN_COLUMNS: readonly OutputColumn[] = [
  { name: 'name', type: 'string' },
  { name: 'token', type: 'string' },
  { name: 'expires', type: 'timestamp' },
];

type CreateToken = Extract<AccountStatement, { kind: 'create-token' }>;
/** A statement whose response contains a new token. */
type NewToken = Extract<AccountStatement, { kind: 'create-token' | 'show-token' }>;
/** A statement that changes accounts. */
type Changing = Exclude<AccountStatement, NewToken | { kind: 'refresh-permissions' }>;

/** Runs the account statements of the language (docs/language.md) with the rights of the caller. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly users: UsersService,
    private readonly roles: RolesService,
    private readonly grants: GrantsService,
    private readonly tokens: TokensService,
    private readonly repositories: AccountRepositories,
    private readonly transactions: AccountTransactionsService,
  ) {}

  /**
   * Returns one change that runs all statements in order and then requires that all of `roles` exist. Statements that are invalid whatever
   * the stored accounts are rejected here. REFRESH PERMISSIONS adds nothing: the end of any change, also of an empty one, makes all instances
   * read the rights again.
   */
  async prepare(
    caller: Caller,
    statements: readonly AccountStatement[],
    roles: readonly Identifier[] = [],
  ): Promise<AccountChange> {
    const changing = statements.filter((statement) => statement.kind !== 'refresh-permissions');
    if (changing.length > 0 && caller.token?.isReadOnly === true)
      throw new ServiceError('auth_forbidden', 'this token is read-only');
    const changes: AccountChange[] = [];
    for (const statement of changing) {
      if (isNewToken(statement)) refuseBesideOthers(statement);
      changes.push(await this.prepareOne(caller, statement));
    }
    return async (repositories) => {
      for (const change of changes) await change(repositories);
      for (const role of roles) await getRole(repositories, caller, role);
    };
  }

  /** Runs a prepared change as a part of `transaction`. */
  applyWithin(transaction: Knex.Transaction, change: AccountChange): Promise<void> {
    return this.transactions.changeWithin(transaction, change);
  }

  private prepareOne(caller: Caller, statement: Changing): AccountChange | Promise<AccountChange> {
    switch (statement.kind) {
      case 'create-user':
        return this.users.prepareCreate(caller, { ...statement, ...readUserOptions(statement.options) });
      case 'alter-user':
        return this.users.prepareAlter(caller, statement.name, statement.action);
      case 'drop-user':
        return this.users.prepareDrop(caller, statement.name);
      case 'create-role':
        return this.roles.prepareCreate(caller, statement.name);
      case 'drop-role':
        return this.roles.prepareDrop(caller, statement.name);
      case 'grant-role':
        return this.roles.prepareGive(caller, statement.role, userOf(statement.grantee));
      case 'revoke-role':
        return this.roles.prepareTake(caller, statement.role, userOf(statement.grantee));
      case 'revoke-tokens':
        return prepareRevokeTokens(caller, statement.user, statement.token);
      case 'grant':
        return this.grants.prepareGrant(caller, readGrant(statement), statement.grantee);
      case 'revoke':
        return this.grants.prepareRevoke(caller, readGrant(statement), statement.grantee);
    }
  }

  /**
   * Runs CREATE TOKEN: users create tokens of their own, administrators those of any user. The row contains the token, which cannot be shown
   * again. Rejects requests that may do less than their user, or for a shorter time, with auth_forbidden (403).
   */
  async createToken(caller: Caller, { token: name, user: owner, options }: CreateToken): Promise<AccountRows> {
    requireFullRights(caller);
    requireOwner(caller, owner);
    const terms = readTokenTerms(options);
    const user = await getUser(this.repositories, caller, owner);
    const { token, expiresAt } = await this.tokens.issueOnTerms(user, name, terms);
    return { columns: NEW_TOKEN_COLUMNS, rows: [[name, token, printTime(expiresAt.toISOString())]] };
  }

  /**
   * Runs SHOW TOKEN: creates a token without limits that is named after the caller, as `createToken` does. Rejects a user with 100 valid
   * tokens of this kind.
   */
  async showToken(caller: Caller, owner: Identifier): Promise<AccountRows> {
    requireFullRights(caller);
    requireOwner(caller, owner);
    const user = await getUser(this.repositories, caller, owner);
    const name = `${SHOWN_BY}${caller.name}`.slice(0, LONGEST_NAME);
    const { token } = await this.tokens.issueOnTerms(user, name, { atMost: { prefix: SHOWN_BY, count: MOST_SHOWN } });
    return { columns: [{ name: 'token', type: 'string' }], rows: [[token]] };
  }

  /**
   * Runs SHOW TOKENS: users see their own tokens, administrators those of any user. The rows contain no token, only names and times. A
   * token without a name is listed by its id.
   */
  async showTokens(caller: Caller, name: Identifier): Promise<AccountRows> {
    requireOwner(caller, name);
    const user = await getUser(this.repositories, caller, name);
    const tokens = await this.tokens.list(user.id);
    const rows = tokens.map((token) => [
      token.name ?? token.id,
      printTime(token.createdAt),
      printTime(token.expiresAt),
    ]);
    return { columns: TOKEN_COLUMNS, rows };
  }

  /** Runs SHOW USERS and SHOW ROLES, for callers with ACCESS ON ALL USER, and SHOW PERMISSIONS: the grants that the caller may revoke. */
  show(caller: Caller, what: ShownAccounts): Promise<AccountRows> {
    return ROWS_OF[what](this.repositories, caller);
  }

  /** Grants the rights on a new ontology, in the transaction that creates it; returns the caller with the new rights. */
  ontologyCreated(caller: Caller, ontology: string, transaction?: Knex.Transaction): Promise<Caller> {
    return this.grants.ontologyCreated(caller, ontology, transaction);
  }

  /** Revokes all rights on an ontology, in the transaction that drops it. */
  ontologyDropped(ontology: string, transaction?: Knex.Transaction): Promise<void> {
    return this.grants.ontologyDropped(ontology, transaction);
  }
}

function isNewToken(statement: AccountStatement): statement is NewToken {
  return statement.kind === 'create-token' || statement.kind === 'show-token';
}

function refuseBesideOthers({ kind, user }: NewToken): never {
  const message = `${NAMES[kind]} must be the only statement of its request`;
  throw new ServiceError('statement_malformed', message, { offset: user.at });
}

/** Rejects callers of limited tokens and JWTs, and impersonators: a new token would have more rights, or last longer. */
function requireFullRights({ token, impersonator, hasJwt }: Caller): void {
  if (token === undefined && impersonator === undefined && hasJwt === undefined) return;
  throw new ServiceError('auth_forbidden', 'a token can only be created with an unlimited API token of your own');
}

/** Rejects callers who are neither the named user nor an administrator. */
function requireOwner(caller: Caller, { name }: Identifier): void {
  if (nameKey(name) !== nameKey(caller.name)) requireAdministrator(caller);
}

function prepareRevokeTokens(caller: Caller, name: Identifier, token: string | undefined): AccountChange {
  requireOwner(caller, name);
  return async (repositories) => {
    const user = await getUser(repositories, caller, name);
    if (token === undefined) {
      await repositories.tokens.revoke(user.id);
      return;
    }
    const live = await repositories.tokens.listLive(user.id);
    const meant = live.filter(({ id, name: known }) => id === token || known === token);
    if (meant.length === 0) {
      const hint = `SHOW TOKENS FOR ${user.name} lists the tokens by name`;
      throw new ServiceError('account_unknown', `user "${user.name}" has no token "${token}"`, { hint });
    }
    for (const { id } of meant) await repositories.tokens.revoke(user.id, id);
  };
}

const USER_OPTIONS = ['email', 'first_name', 'last_name', 'jwt_tenant'];

function readUserOptions(options: readonly Option[]): Omit<UserToCreate, 'name' | 'password'> {
  checkOptions(options, USER_OPTIONS);
  const valueOf = (option: string): string | undefined =>
    options.findLast(({ name }) => nameKey(name.name) === option)?.value;
  const tenant = valueOf('jwt_tenant');
  const names = { firstName: valueOf('first_name'), lastName: valueOf('last_name') };
  return { email: valueOf('email'), ...names, jwtTenant: tenant === undefined ? undefined : tenantKey(tenant) };
}

function userOf({ kind, name }: Grantee): Identifier {
  if (kind === 'user') return name;
  throw new ServiceError('account_bad_value', 'roles can be granted to users only, not to roles', { offset: name.at });
}

function readGrant({ right, resource }: { readonly right: RightName; readonly resource: GrantResource }) {
  return { right: right.toUpperCase() as Right, resource: readResource(resource) };
}

function readResource(resource: GrantResource): Resource {
  if (isWholeResource(resource)) return resource;
  if (resource.kind === 'user') return { kind: 'user', user: resource.user.name };
  const ontology = resource.ontology.name;
  if (resource.kind === 'datasource') return { kind: 'datasource', ontology, dataSource: resource.dataSource.name };
  return { kind: 'ontology', ontology, ...(resource.schema && { schema: resource.schema.name }) };
}
