import { Inject, Injectable } from '@nestjs/common';
import { type Knex, runTransaction, SYSTEM_DATABASE } from '../../system-database';
import { SharedCacheService } from '../../redis';
import { AccountRepositories } from './account.repositories';

/** Work on accounts inside a transaction; may run several times (see `runTransaction`). */
type AccountWork<Result> = (repositories: AccountRepositories) => Promise<Result>;

/** A change of accounts, checked as far as possible without reading them. */
export type AccountChange = AccountWork<void>;

/**
 * Runs changes of accounts in transactions, and notifies this instance and the others of them.
 */
@Injectable()
export class AccountTransactionsService {
  private readonly listeners: (() => void)[] = [];

  constructor(
    @Inject(SYSTEM_DATABASE) private readonly database: Knex,
    private readonly repositories: AccountRepositories,
    private readonly shared: SharedCacheService,
  ) {
    shared.onNews('accounts', () => {
      this.notify();
    });
  }

  /** Calls `listener` after every change that this instance makes or is notified of: what was read before must not be used again. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  noteChange(): void {
    this.notify();
    this.shared.publish('accounts');
  }

  /** Runs `work` in a transaction, concurrently with other changes; repeats it after a conflict with another writer. */
  write<Result>(work: AccountWork<Result>): Promise<Result> {
    return runTransaction(this.database, (transaction) => work(this.repositories.in(transaction)));
  }

  /** Runs `work` in a transaction, one change at a time on all instances. */
  async change<Result>(work: AccountWork<Result>): Promise<Result> {
    try {
      return await runTransaction(this.database, (transaction) => this.workInTurn(transaction, work));
    } finally {
      this.noteChange();
    }
  }

  /** Runs `work` as a part of `transaction`. */
  async changeWithin(transaction: Knex.Transaction, work: AccountChange): Promise<void> {
    this.noteChangeAfter(transaction);
    await this.workInTurn(transaction, work);
  }

  noteChangeAfter(transaction: Knex.Transaction): void {
    const note = (): void => {
      this.noteChange();
    };
    transaction.executionPromise.then(note, note);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }

  private async workInTurn<Result>(transaction: Knex.Transaction, work: AccountWork<Result>): Promise<Result> {
    const repositories = this.repositories.in(transaction);
    await repositories.roles.lock();
    return work(repositories);
  }
}
