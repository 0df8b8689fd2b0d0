import { Inject } from '@nestjs/common';
import { type Knex } from 'knex';
import { SYSTEM_DATABASE } from './system-database.provider';

/**
 * The base class of repositories, which read and write tables of the system database. An injected one uses the pool, with no transaction
 * around its statements.
 */
export abstract class Repository {
  constructor(@Inject(SYSTEM_DATABASE) protected readonly database: Knex) {}

  /** Returns the same repository for work inside `transaction`. */
  in(transaction: Knex.Transaction): this {
    const Same = this.constructor as new (database: Knex) => this;
    return new Same(transaction);
  }
}
