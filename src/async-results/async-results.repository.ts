import { Injectable } from '@nestjs/common';
import { Repository } from '../system-database';
import type { ResultOwner } from './result-owner';

type ResultState = 'running' | 'completed' | 'error';

/** A stored answer. */
export interface AsyncResult {
  readonly state: ResultState;
  /** The last time at which its instance reported that the statement runs: ISO 8601 in UTC. */
  readonly aliveAt: string;
  /** The sealed key of its file. */
  readonly secret: string;
  readonly bytes: number;
  readonly error: string;
}

interface Row {
  id: string;
  user_id: string;
  owner: string;
  instance: string;
  state: ResultState;
  alive_at: string;
  expires_at: string | null;
  bytes: number | string | null;
  secret: string | null;
  error: string | null;
}

/** The table `async_results`. Times are ISO 8601 strings in UTC, which sort chronologically. A row without `expires_at` is running. */
@Injectable()
export class AsyncResultsRepository extends Repository {
  async insert(id: string, { userId, key }: ResultOwner, instance: string, secret: string): Promise<void> {
    const row = { id, user_id: userId, owner: key, instance, state: 'running', alive_at: now(), secret } as const;
    await this.rows().insert({ ...row, expires_at: null, bytes: null, error: null });
  }

  /** Returns an answer of this owner that has not expired. */
  async find(id: string, { key }: ResultOwner): Promise<AsyncResult | undefined> {
    const row = await this.live().where({ id, owner: key }).first();
    return row && readRow(row);
  }

  /** Returns the number of answers of this owner that run or wait for their client; errors do not count. */
  async count({ key }: ResultOwner): Promise<number> {
    const counted = this.live().where({ owner: key }).whereNot({ state: 'error' });
    const row = await counted.count<{ most: number | string }>({ most: '*' }).first();
    return Number(row?.most ?? 0);
  }

  /** Records the end of a running answer; returns false if it was cancelled, or is no longer taken for running. */
  async complete(id: string, bytes: number, expiresAt: string): Promise<boolean> {
    const completed = { state: 'completed', bytes, expires_at: expiresAt } as const;
    return (await this.rows().where({ id, state: 'running' }).update(completed)) === 1;
  }

  /** Records the error of a running answer. */
  async fail(id: string, error: string, expiresAt: string): Promise<void> {
    await this.rows().where({ id, state: 'running' }).update(failed(error, expiresAt));
  }

  /** Records this error for running answers whose instance has not reported since `aliveAt`. */
  async failSilent(aliveAt: string, error: string, expiresAt: string): Promise<void> {
    await this.rows().where({ state: 'running' }).andWhere('alive_at', '<', aliveAt).update(failed(error, expiresAt));
  }

  /** Reports that the answers of this instance run, and returns the ids of those whose users may still log in. */
  async beat(instance: string): Promise<ReadonlySet<string>> {
    await this.rows().where({ instance, state: 'running' }).update({ alive_at: now() });
    const users = this.database('users').where({ disabled: false }).select('id');
    return new Set(await this.rows().where({ instance, state: 'running' }).whereIn('user_id', users).pluck('id'));
  }

  /** Deletes an answer of this owner in this state, or in any; returns whether it was there. One of several callers receives true. */
  async remove(id: string, { key }: ResultOwner, state?: ResultState): Promise<boolean> {
    const own = this.live().where({ id, owner: key });
    return (await (state === undefined ? own : own.andWhere({ state })).delete()) === 1;
  }

  /** Deletes the errors of this owner except the last `most`. */
  async forgetErrors({ key }: ResultOwner, most: number): Promise<void> {
    const errors = this.rows().where({ owner: key, state: 'error' }).orderBy('expires_at', 'desc').orderBy('id');
    const ids: readonly string[] = await errors.pluck('id');
    if (ids.length > most) await this.rows().whereIn('id', ids.slice(most)).delete();
  }

  /** Deletes the answers that have expired, and those of dropped users. */
  async deleteExpired(): Promise<void> {
    await this.rows().where('expires_at', '<=', now()).delete();
    await this.rows().whereNotIn('user_id', this.database('users').select('id')).delete();
  }

  /** Returns those of the ids whose answers run or are complete. */
  async withFile(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.rows().whereIn('id', ids).whereNot({ state: 'error' }).pluck('id'));
  }

  private rows() {
    return this.database<Row>('async_results');
  }

  private live() {
    return this.rows().andWhere((either) => void either.whereNull('expires_at').orWhere('expires_at', '>', now()));
  }
}

function failed(error: string, expiresAt: string): Partial<Row> {
  return { state: 'error', error, expires_at: expiresAt, secret: null };
}

function readRow({ state, alive_at: aliveAt, secret, bytes, error }: Row): AsyncResult {
  return { state, aliveAt, secret: secret ?? '', bytes: Number(bytes), error: error ?? '' };
}

function now(): string {
  return new Date().toISOString();
}
