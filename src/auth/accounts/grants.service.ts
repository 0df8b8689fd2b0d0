import { Injectable } from '@nestjs/common';
import { ServiceError, suggest } from '../../errors';
import { Environment } from '../../config';
import { type Knex } from '../../system-database';
import { allows, type Caller, type Grant, type Identifier, nameKey, type Resource, schemaNames } from '../../model';
import { type AccountChange, AccountTransactionsService } from './account-transactions.service';
import { AccountRepositories } from './account.repositories';
import { getRole, getUser, keepAnAdministrator } from './find-accounts';
import { requireAdministrator } from './operator';
import { type GranteeId } from './grants.repository';
import { PUBLIC_ROLE } from './roles.repository';

export interface GranteeName {
  readonly kind: 'user' | 'role';
  readonly name: Identifier;
}

/**
 * Manages the rights on the service, its ontologies and their data sources. Callers with ADMIN on a resource grant and revoke the rights on
 * it.
 */
@Injectable()
export class GrantsService {
  private readonly schemas: readonly string[];

  constructor(
    private readonly repositories: AccountRepositories,
    private readonly transactions: AccountTransactionsService,
    { serviceName }: Environment,
  ) {
    this.schemas = schemaNames(serviceName);
  }

  prepareGrant(caller: Caller, grant: Grant, grantee: GranteeName): AccountChange {
    return async (repositories) => {
      await this.checkGrant(repositories, caller, grant);
      await repositories.grants.insert(await getGrantee(repositories, caller, grantee), grant);
    };
  }

  prepareRevoke(caller: Caller, grant: Grant, grantee: GranteeName): AccountChange {
    return async (repositories) => {
      await this.checkGrant(repositories, caller, grant);
      const id = await getGrantee(repositories, caller, grantee);
      await keepAnAdministrator(repositories, async () => {
        if (await repositories.grants.delete(id, grant)) return;
        throw new ServiceError(
          'account_unknown',
          `${grantee.kind} "${grantee.name.name}" does not have exactly this grant`,
          {
            offset: grantee.name.at,
          },
        );
      });
    };
  }

  /**
   * Grants ADMIN to the creator and ACCESS to everybody (docs/http-api.md), within `transaction` if there is one. Returns the caller with
   * the new rights.
   */
  async ontologyCreated(caller: Caller, ontology: string, transaction?: Knex.Transaction): Promise<Caller> {
    const { users, roles, grants } = this.repositoriesOf(transaction);
    const admin: Grant = { right: 'ADMIN', resource: { kind: 'ontology', ontology } };
    const access: Grant = { right: 'ACCESS', resource: { kind: 'ontology', ontology } };
    const everybody = await roles.find(PUBLIC_ROLE);
    if (everybody !== undefined) await grants.insert({ kind: 'role', id: everybody.id }, access);
    if ((await users.find(caller.name))?.id === caller.id) await grants.insert({ kind: 'user', id: caller.id }, admin);
    this.noteChangeAfter(transaction);
    return { ...caller, grants: [...caller.grants, admin, access] };
  }

  /** Revokes all rights on the ontology and its parts, within `transaction` if there is one. */
  async ontologyDropped(ontology: string, transaction?: Knex.Transaction): Promise<void> {
    await this.repositoriesOf(transaction).grants.deleteOfOntology(ontology);
    this.noteChangeAfter(transaction);
  }

  private repositoriesOf(transaction: Knex.Transaction | undefined): AccountRepositories {
    return transaction === undefined ? this.repositories : this.repositories.in(transaction);
  }

  private noteChangeAfter(transaction: Knex.Transaction | undefined): void {
    if (transaction === undefined) this.transactions.noteChange();
    else this.transactions.noteChangeAfter(transaction);
  }

  private async checkGrant(
    repositories: AccountRepositories,
    caller: Caller,
    { right, resource }: Grant,
  ): Promise<void> {
    if (right.startsWith('CREATE') && resource.kind !== 'all') refuse(`${right} can be granted ON ALL only`);
    if ((right === 'AUTH') !== (resource.kind === 'user')) refuse('AUTH, and only AUTH, can be granted ON user.<name>');
    if (resource.kind === 'users') {
      checkUsers(caller, right);
      return;
    }
    if (resource.kind === 'user') return checkTarget(repositories, caller, resource.user);
    if ('ontology' in resource) await checkOntology(repositories, caller, resource.ontology);
    if (resource.kind === 'ontology') this.checkSchema(resource.schema);
    if (!allows(caller, 'ADMIN', resource)) {
      throw new ServiceError('auth_forbidden', `this needs ADMIN on ${nameResource(resource)}`);
    }
  }

  private checkSchema(schema: string | undefined): void {
    if (schema === undefined || this.schemas.includes(nameKey(schema))) return;
    refuse(`unknown schema "${schema}"`, suggest(schema, this.schemas));
  }
}

/** Only administrators grant rights on all users. */
function checkUsers(caller: Caller, right: Grant['right']): void {
  requireAdministrator(caller);
  if (!['ACCESS', 'QUERY', 'EDIT'].includes(right)) refuse('only ACCESS, QUERY and EDIT can be granted ON ALL USER');
}

/** Only administrators grant the right to act as a user, who must exist. */
async function checkTarget(repositories: AccountRepositories, caller: Caller, user: string): Promise<void> {
  requireAdministrator(caller);
  await getUser(repositories, caller, { name: user });
}

async function checkOntology({ ontologies }: AccountRepositories, caller: Caller, ontology: string): Promise<void> {
  const names = await ontologies.list();
  const seen = names.filter((name) => allows(caller, 'ACCESS', { kind: 'ontology', ontology: name }));
  if (seen.some((name) => nameKey(name) === nameKey(ontology))) return;
  const hint = suggest(ontology, seen);
  throw new ServiceError('ontology_unknown', `unknown ontology "${ontology}"`, { hint });
}

async function getGrantee(
  repositories: AccountRepositories,
  caller: Caller,
  { kind, name }: GranteeName,
): Promise<GranteeId> {
  const found = await (kind === 'user' ? getUser : getRole)(repositories, caller, name);
  return { kind, id: found.id };
}

function nameResource(resource: Resource): string {
  if (resource.kind === 'all') return 'all';
  if (resource.kind === 'users') return 'all users';
  if (resource.kind === 'datasources') return 'all data sources';
  if (resource.kind === 'user') return `user "${resource.user}"`;
  if (resource.kind === 'datasource') return `data source "${resource.dataSource}"`;
  return `ontology "${resource.ontology}"`;
}

function refuse(message: string, hint?: string): never {
  throw new ServiceError('account_bad_value', message, { hint });
}
