import { Injectable } from '@nestjs/common';
import {
  type AccountStatement,
  type Grantee,
  type GrantResource,
  type Option,
  type RightName,
} from '../../compiler/statement';
import { ServiceError, suggest } from '../../errors';
import { type Knex } from '../../database';
import {
  type Caller,
  type Cell,
  type Identifier,
  nameKey,
  type OutputColumn,
  type Resource,
  type Right,
} from '../../model';
import { AccountStore } from './account-store';
import { getUser } from './find-accounts';
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

/** The account statements of the language (spec 3, section 2), by the rights of the caller. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly users: UsersService,
    private readonly roles: RolesService,
    private readonly grants: GrantsService,
    private readonly tokens: TokensService,
    private readonly store: AccountStore,
  ) {}

  async apply(caller: Caller, statement: AccountStatement): Promise<void> {
    switch (statement.kind) {
      case 'create-user':
        return this.users.create(caller, { ...statement, email: readEmail(statement.options) });
      case 'drop-user':
        return this.users.drop(caller, statement.name);
      case 'create-role':
        return this.roles.create(caller, statement.name);
      case 'drop-role':
        return this.roles.drop(caller, statement.name);
      case 'grant-role':
        return this.roles.give(caller, statement.role, userOf(statement.grantee));
      case 'revoke-role':
        return this.roles.take(caller, statement.role, userOf(statement.grantee));
      case 'grant':
        return this.grants.grant(caller, readGrant(statement), statement.grantee);
      case 'revoke':
        return this.grants.revoke(caller, readGrant(statement), statement.grantee);
    }
  }

  /** SHOW TOKENS: one's own, or anybody's for an administrator; never the tokens themselves. */
  async showTokens(caller: Caller, name: Identifier): Promise<AccountRows> {
    if (nameKey(name.name) !== nameKey(caller.name)) requireAdministrator(caller);
    const user = await getUser(this.store, caller, name);
    const tokens = await this.tokens.list(user.id);
    const rows = tokens.map((token) => [token.name, printTime(token.createdAt), printTime(token.expiresAt)]);
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

/** As timestamps stand in answers (spec 2, "Values in answers"). */
function printTime(iso: string | null): string | null {
  return iso === null ? null : iso.slice(0, 19).replace('T', ' ');
}
