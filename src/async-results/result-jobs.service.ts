import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { SecretBoxService } from '../auth';
import { Environment } from '../config';
import { ServiceError } from '../errors';
import { understandError } from '../http';
import { Workers } from '../workers';
import { AsyncResultsRepository } from './async-results.repository';
import { ResultFilesService } from './result-files.service';
import { expiryOf, placeOf } from './result-life';
import type { ResultOwner } from './result-owner';

const MOST_RESULTS = 20;
/** Errors that wait for their client, for each owner: a client cannot fill the table with requests beyond `MOST_RESULTS`. */
const MOST_ERRORS = 100;
/** Errors that operators should see. */
const FAULTS: ReadonlySet<string> = new Set(['service_internal', 'service_unavailable']);
const BEAT_MS = 1000;
const SLOT_MS = 100;
/** The reasons for which work is aborted. */
const CANCELLED = 'cancelled';
const STOPPED = new ServiceError('service_unavailable', 'the instance stopped while the statement ran');

/** Work whose answer is fetched later. */
export interface ResultWork {
  /** Returns the pieces of the answer; must end when `signal` aborts. */
  readonly run: (signal: AbortSignal) => Promise<AsyncIterable<string | Buffer> | Iterable<string | Buffer>>;
  /** Called once, with `success`, `cancelled` or the code of the error. */
  readonly onEnd: (outcome: string) => void;
}

interface Job extends ResultWork {
  readonly id: string;
  readonly owner: ResultOwner;
  readonly key: Buffer;
  readonly controller: AbortController;
}

/**
 * Runs work whose answers are fetched later, at most 20 for each owner. While some runs, the instance reports in the system database every
 * second that it is alive, and learns there which work is cancelled, or belongs to a user who is disabled or dropped.
 */
@Injectable()
export class ResultJobsService implements OnModuleDestroy {
  private readonly log = new Logger(ResultJobsService.name);
  private readonly instance = randomUUID();
  private readonly jobs = new Map<string, Job>();
  private readonly runs = new Set<Promise<void>>();
  private beating: NodeJS.Timeout | undefined;

  constructor(
    private readonly results: AsyncResultsRepository,
    private readonly files: ResultFilesService,
    private readonly secrets: SecretBoxService,
    private readonly workers: Workers,
    private readonly environment: Environment,
  ) {}

  /** Begins work and returns the id of its answer. Beyond 20 answers of the owner, the answer is an error and nothing runs. */
  async start(owner: ResultOwner, work: ResultWork): Promise<string> {
    const id = randomUUID();
    const key = randomBytes(32);
    await this.results.insert(id, owner, this.instance, this.secrets.seal(key.toString('base64'), placeOf(id)));
    if ((await this.results.count(owner)) > MOST_RESULTS) {
      await this.refuse(id, owner);
      work.onEnd('request_rate_limited');
      return id;
    }
    const job = { ...work, id, owner, key, controller: new AbortController() };
    this.jobs.set(id, job);
    const run = this.run(job).finally(() => this.runs.delete(run));
    this.runs.add(run);
    this.beating ??= setInterval(() => void this.beat(), BEAT_MS).unref();
    return id;
  }

  /** Ends work that this instance runs; work of other instances ends within a second after its row is deleted. */
  cancel(id: string): void {
    this.jobs.get(id)?.controller.abort(CANCELLED);
  }

  async onModuleDestroy(): Promise<void> {
    for (const { controller } of this.jobs.values()) controller.abort(STOPPED);
    await Promise.all(this.runs);
    clearInterval(this.beating);
  }

  private async refuse(id: string, owner: ResultOwner): Promise<void> {
    const error = `more than ${MOST_RESULTS} asynchronous results wait for this user: fetch or cancel some of them`;
    await this.results.fail(id, error, expiryOf(this.environment));
    await this.results.forgetErrors(owner, MOST_ERRORS);
  }

  private async run(job: Job): Promise<void> {
    let outcome = 'success';
    try {
      await this.write(job);
    } catch (error) {
      outcome = await this.fail(job, error);
    } finally {
      this.jobs.delete(job.id);
      this.stopBeating();
      job.onEnd(outcome);
    }
  }

  /** Records why work failed, and returns the code of the error. */
  private async fail({ id, controller: { signal } }: Job, thrown: unknown): Promise<string> {
    const isCancelled = signal.reason === CANCELLED;
    const { code, message } = understandError(signal.reason === STOPPED ? STOPPED : thrown);
    if (!signal.aborted && FAULTS.has(code)) this.log.error(`the asynchronous statement ${id} failed`, thrown);
    const error = isCancelled ? 'the statements were cancelled' : message;
    await this.end(id, () => this.results.fail(id, error, expiryOf(this.environment)));
    return isCancelled ? CANCELLED : code;
  }

  private async write({ id, owner, key, controller: { signal }, run }: Job): Promise<void> {
    const leave = await this.enter(owner, signal);
    try {
      const bytes = await this.files.write(id, key, await run(signal));
      await this.end(id, async () => {
        if (!(await this.results.complete(id, bytes, expiryOf(this.environment)))) await this.files.remove(id);
      });
    } finally {
      leave();
    }
  }

  /** Waits until fewer than `MAX_CONCURRENT_PER_KEY` statements of the owner run; returns a function that ends the claim. */
  private async enter({ key }: ResultOwner, signal: AbortSignal): Promise<() => void> {
    const { maxConcurrentPerKey: most } = this.environment;
    if (most === 0) return () => undefined;
    const client = `async ${key}`;
    while (!(await this.workers.enter(client, most))) await sleep(SLOT_MS, undefined, { signal });
    return () => {
      this.workers.leave(client);
    };
  }

  /** Records an end. If the system database is away, the answer becomes an error when the instance no longer reports it as running. */
  private async end(id: string, record: () => Promise<void>): Promise<void> {
    try {
      await record();
    } catch (error) {
      this.log.error(`cannot record the end of the asynchronous answer ${id}`, error);
    }
  }

  private async beat(): Promise<void> {
    const known = [...this.jobs.keys()];
    try {
      const running = await this.results.beat(this.instance);
      for (const id of known) if (!running.has(id)) this.cancel(id);
    } catch (error) {
      this.log.warn('cannot report running asynchronous statements', error);
    }
  }

  private stopBeating(): void {
    if (this.jobs.size > 0) return;
    clearInterval(this.beating);
    this.beating = undefined;
  }
}
