import { Inject } from '@nestjs/common';
import { type Knex } from 'knex';
import { SYSTEM_DATABASE } from './system-database.provider';

/** Reads and writes tables of the system database. Injected, it works on the pool, each statement by itself. */
export abstract class Repository {
  constructor(@Inject(SYSTEM_DATABASE) protected readonly database: Knex) {}

  /** Returns the same repository for work inside `transaction`. */
  in(transaction: Knex.Transaction): this {
    const Same = this.constructor as new (database: Knex) => this;
    return new Same(transaction);
  }
}
