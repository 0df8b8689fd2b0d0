import { Injectable } from '@nestjs/common';
import { type Knex } from '../../system-database';
import { ApiTokensRepository } from './api-tokens.repository';
import { GrantsRepository } from './grants.repository';
import { OntologyNamesRepository } from './ontology-names.repository';
import { RolesRepository } from './roles.repository';
import { UsersRepository } from './users.repository';

/** The repositories of accounts: when injected, on the pool; inside a transaction, all on its connection. */
@Injectable()
export class AccountRepositories {
  constructor(
    readonly users: UsersRepository,
    readonly roles: RolesRepository,
    readonly grants: GrantsRepository,
    readonly tokens: ApiTokensRepository,
    readonly ontologies: OntologyNamesRepository,
  ) {}

  /** Returns the same repositories for work inside `transaction`. */
  in(transaction: Knex.Transaction): AccountRepositories {
    const { users, roles, grants, tokens, ontologies } = this;
    return new AccountRepositories(
      users.in(transaction),
      roles.in(transaction),
      grants.in(transaction),
      tokens.in(transaction),
      ontologies.in(transaction),
    );
  }
}
