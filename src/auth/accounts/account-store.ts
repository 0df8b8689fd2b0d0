import { Inject, Injectable } from '@nestjs/common';
import { type Knex, runTransaction, SYSTEM_DATABASE } from '../../database';
import { ApiTokensRepository } from './api-tokens.repository';
import { GrantsRepository } from './grants.repository';
import { RolesRepository } from './roles.repository';
import { UsersRepository } from './users.repository';

/** The repositories of accounts over one connection: the pool, or one transaction. */
export class AccountRepositories {
  readonly users: UsersRepository;
  readonly roles: RolesRepository;
  readonly grants: GrantsRepository;
  readonly tokens: ApiTokensRepository;

  constructor(database: Knex) {
    this.users = new UsersRepository(database);
    this.roles = new RolesRepository(database);
    this.grants = new GrantsRepository(database);
    this.tokens = new ApiTokensRepository(database);
  }
}

/** Where accounts are kept. `generation` rises with every change made by this instance, so that nothing read before it is used after it. */
@Injectable()
export class AccountStore extends AccountRepositories {
  private changes = 0;

  constructor(@Inject(SYSTEM_DATABASE) private readonly database: Knex) {
    super(database);
  }

  get generation(): number {
    return this.changes;
  }

  noteChange(): void {
    this.changes += 1;
  }

  /** Does all of `work` or nothing; changes follow one another, on all instances. */
  async change<Result>(work: (repositories: AccountRepositories) => Promise<Result>): Promise<Result> {
    try {
      return await runTransaction(this.database, async (transaction) => {
        const repositories = new AccountRepositories(transaction);
        await repositories.roles.lock();
        return work(repositories);
      });
    } finally {
      this.noteChange();
    }
  }
}
