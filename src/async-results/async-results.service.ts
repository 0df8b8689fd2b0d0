import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SecretBoxService } from '../auth';
import { Environment } from '../config';
import { type AsyncResult, AsyncResultsRepository } from './async-results.repository';
import { ResultFilesService } from './result-files.service';
import { ResultJobsService } from './result-jobs.service';
import { expiryOf, placeOf } from './result-life';
import type { ResultOwner } from './result-owner';
import type { SealedPieces } from './sealed-file';

/** Time without a report after which the instance of a running statement is taken for stopped. */
const SILENT_MS = 15_000;
const LONGEST_SWEEP_MS = 60_000;
const ABANDONED = 'the instance that ran the statement has stopped';
const UNREADABLE = 'this instance cannot read the result';

/** What a client learns of an answer. Rows and errors are returned once. */
export type PolledResult =
  | { readonly state: 'unknown' | 'running' }
  | { readonly state: 'error'; readonly error: string }
  | { readonly state: 'completed'; readonly pieces: SealedPieces };

/** Returns and cancels asynchronous answers of any instance, and removes those that nobody fetches. */
@Injectable()
export class AsyncResultsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(AsyncResultsService.name);
  private sweeping: NodeJS.Timeout | undefined;

  constructor(
    private readonly results: AsyncResultsRepository,
    private readonly files: ResultFilesService,
    private readonly jobs: ResultJobsService,
    private readonly secrets: SecretBoxService,
    private readonly environment: Environment,
  ) {}

  onApplicationBootstrap(): void {
    const interval = Math.min(LONGEST_SWEEP_MS, this.environment.asyncResultTtlSeconds * 1000);
    this.sweeping = setInterval(() => void this.sweep(), interval).unref();
    void this.sweep();
  }

  onModuleDestroy(): void {
    clearInterval(this.sweeping);
  }

  /** Returns the state of an answer of this owner, and the answer itself the first time that it is complete. */
  async poll(id: string, owner: ResultOwner): Promise<PolledResult> {
    const found = await this.results.find(id, owner);
    if (found === undefined) return { state: 'unknown' };
    if (found.state === 'completed') return this.take(id, owner, found);
    if (found.state === 'running' && found.aliveAt >= silentSince()) return { state: 'running' };
    const error = found.state === 'running' ? ABANDONED : found.error;
    return (await this.results.remove(id, owner, found.state)) ? { state: 'error', error } : { state: 'unknown' };
  }

  /** Cancels or discards an answer; returns whether the owner has it. */
  async remove(id: string, owner: ResultOwner): Promise<boolean> {
    if (!(await this.results.remove(id, owner))) return false;
    this.jobs.cancel(id);
    await this.files.remove(id);
    return true;
  }

  /** Opens the file before the answer is claimed: an instance that cannot read it leaves it to the others. */
  private async take(id: string, owner: ResultOwner, { secret, bytes }: AsyncResult): Promise<PolledResult> {
    const pieces = await this.open(id, secret, bytes);
    if (pieces === undefined) return { state: 'error', error: UNREADABLE };
    if (!(await this.results.remove(id, owner, 'completed'))) {
      await pieces.close();
      return { state: 'unknown' };
    }
    await this.files.remove(id);
    return { state: 'completed', pieces };
  }

  private async open(id: string, secret: string, bytes: number): Promise<SealedPieces | undefined> {
    try {
      const key = Buffer.from(this.secrets.open(secret, placeOf(id)), 'base64');
      return await this.files.open(id, key, bytes);
    } catch (error) {
      this.log.error(`cannot read the asynchronous answer ${id}`, error);
      return undefined;
    }
  }

  /** Ends what instances left when they stopped, and removes expired answers and files without an answer. */
  private async sweep(): Promise<void> {
    try {
      await this.results.failSilent(silentSince(), ABANDONED, expiryOf(this.environment));
      await this.results.deleteExpired();
      const ids = await this.files.list();
      const kept = await this.results.withFile(ids);
      for (const id of ids) if (!kept.has(id)) await this.files.remove(id);
    } catch (error) {
      this.log.warn('cannot remove old asynchronous answers', error);
    }
  }
}

function silentSince(): string {
  return new Date(Date.now() - SILENT_MS).toISOString();
}
