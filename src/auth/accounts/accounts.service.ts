import { Injectable } from '@nestjs/common';
import {
  type AccountStatement,
  type Grantee,
  type GrantResource,
  type Option,
  type RightName,
} from '../../compiler/statement';
import { ServiceError, suggest } from '../../errors';
import { type Knex } from '../../system-database';
import {
  type Caller,
  type Cell,
  type Identifier,
  nameKey,
  type OutputColumn,
  type Resource,
  type Right,
} from '../../model';
import { type AccountChange, AccountTransactionsService } from './account-transactions.service';
import { AccountRepositories } from './account.repositories';
import { getRole, getUser } from './find-accounts';
import { GrantsService } from './grants.service';
import { requireAdministrator } from './operator';
import { RolesService } from './roles.service';
import { TokensService } from './tokens.service';
import { UsersService } from './users.service';

/** Rows of a statement about the service itself. */
export interface AccountRows {
  readonly columns: readonly OutputColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

const TOKEN_COLUMNS: readonly OutputColumn[] = [
  { name: 'name', type: 'string' },
  { name: 'created', type: 'timestamp' },
  { name: 'expires', type: 'timestamp' },
];

/** The account statements of the language (docs/language.md), by the rights of the caller. */
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

  async apply(caller: Caller, statement: AccountStatement): Promise<void> {
    await this.transactions.change(await this.prepare(caller, [statement]));
  }

  /**
   * All of the statements, in their order, as one change, after which there must be these roles. What needs no look at
   * the accounts is refused here.
   */
  async prepare(
    caller: Caller,
    statements: readonly AccountStatement[],
    roles: readonly Identifier[] = [],
  ): Promise<AccountChange> {
    const changes: AccountChange[] = [];
    for (const statement of statements) changes.push(await this.prepareOne(caller, statement));
    return async (repositories) => {
      for (const change of changes) await change(repositories);
      for (const role of roles) await getRole(repositories, caller, role);
    };
  }

  /** Does what was prepared as a part of `transaction`. */
  applyWithin(transaction: Knex.Transaction, change: AccountChange): Promise<void> {
    return this.transactions.changeWithin(transaction, change);
  }

  private prepareOne(caller: Caller, statement: AccountStatement): AccountChange | Promise<AccountChange> {
    switch (statement.kind) {
      case 'create-user':
        return this.users.prepareCreate(caller, { ...statement, email: readEmail(statement.options) });
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

  /** SHOW TOKENS: one's own, or anybody's for an administrator; never the tokens themselves. One without a name shows its id for it. */
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

  /** To be called in the transaction that makes an ontology; gives the caller with the new rights. */
  ontologyCreated(caller: Caller, ontology: string, transaction?: Knex.Transaction): Promise<Caller> {
    return this.grants.ontologyCreated(caller, ontology, transaction);
  }

  /** To be called in the transaction that drops an ontology. */
  ontologyDropped(ontology: string, transaction?: Knex.Transaction): Promise<void> {
    return this.grants.ontologyDropped(ontology, transaction);
  }
}

/** The tokens of a user are their own business, and that of administrators. */
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

function readEmail(options: readonly Option[]): string | undefined {
  for (const { name } of options) {
    if (nameKey(name.name) === 'email') continue;
    const details = { hint: suggest(name.name, ['email']), offset: name.at };
    throw new ServiceError('account_bad_value', `unknown option "${name.name}"`, details);
  }
  return options.at(-1)?.value;
}

function userOf({ kind, name }: Grantee): Identifier {
  if (kind === 'user') return name;
  throw new ServiceError('account_bad_value', 'a role is granted to users, not to roles', { offset: name.at });
}

function readGrant({ right, resource }: { readonly right: RightName; readonly resource: GrantResource }) {
  return { right: right.toUpperCase() as Right, resource: readResource(resource) };
}

function readResource(resource: GrantResource): Resource {
  if (resource.kind === 'all') return resource;
  const ontology = resource.ontology.name;
  if (resource.kind === 'datasource') return { kind: 'datasource', ontology, dataSource: resource.dataSource.name };
  return { kind: 'ontology', ontology, ...(resource.schema && { schema: resource.schema.name }) };
}

/** As timestamps stand in answers (docs/http-api.md). */
function printTime(iso: string | null): string | null {
  return iso === null ? null : iso.slice(0, 19).replace('T', ' ');
}
