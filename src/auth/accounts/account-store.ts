import { Inject, Injectable } from '@nestjs/common';
import { type Knex, runTransaction, SYSTEM_DATABASE } from '../../system-database';
import { SharedCache } from '../../redis';
import { ApiTokensRepository } from './api-tokens.repository';
import { GrantsRepository } from './grants.repository';
import { OntologyNamesRepository } from './ontology-names.repository';
import { RolesRepository } from './roles.repository';
import { UsersRepository } from './users.repository';

/** The repositories of accounts over one connection: the pool, or one transaction. */
export class AccountRepositories {
  readonly users: UsersRepository;
  readonly roles: RolesRepository;
  readonly grants: GrantsRepository;
  readonly tokens: ApiTokensRepository;
  readonly ontologies: OntologyNamesRepository;

  constructor(database: Knex) {
    this.users = new UsersRepository(database);
    this.roles = new RolesRepository(database);
    this.grants = new GrantsRepository(database);
    this.tokens = new ApiTokensRepository(database);
    this.ontologies = new OntologyNamesRepository(database);
  }
}

/** What is to be done in one transaction; may run several times (see `runTransaction`). */
export type AccountChange = (repositories: AccountRepositories) => Promise<void>;

/** Where accounts are kept. `generation` rises with every change that this instance made or has news of, so that nothing read before it is used after it. */
@Injectable()
export class AccountStore extends AccountRepositories {
  private changes = 0;

  constructor(
    @Inject(SYSTEM_DATABASE) private readonly database: Knex,
    private readonly shared: SharedCache,
  ) {
    super(database);
    shared.onNews('accounts', () => {
      this.changes += 1;
    });
  }

  get generation(): number {
    return this.changes;
  }

  noteChange(): void {
    this.changes += 1;
    this.shared.publish('accounts');
  }

  /** Does all of `work` or nothing, beside other changes; again where another writer was in the way. */
  write<Result>(work: (repositories: AccountRepositories) => Promise<Result>): Promise<Result> {
    return runTransaction(this.database, (transaction) => work(new AccountRepositories(transaction)));
  }

  /** Does all of `work` or nothing; changes follow one another, on all instances. */
  async change<Result>(work: (repositories: AccountRepositories) => Promise<Result>): Promise<Result> {
    try {
      return await runTransaction(this.database, (transaction) => workInTurn(transaction, work));
    } finally {
      this.noteChange();
    }
  }

  /** Does `work` as a part of `transaction`. */
  async changeWithin(transaction: Knex.Transaction, work: AccountChange): Promise<void> {
    this.noteChangeAfter(transaction);
    await workInTurn(transaction, work);
  }

  noteChangeAfter(transaction: Knex.Transaction): void {
    const note = (): void => {
      this.noteChange();
    };
    transaction.executionPromise.then(note, note);
  }
}

async function workInTurn<Result>(
  transaction: Knex.Transaction,
  work: (repositories: AccountRepositories) => Promise<Result>,
): Promise<Result> {
  const repositories = new AccountRepositories(transaction);
  await repositories.roles.lock();
  return work(repositories);
}
