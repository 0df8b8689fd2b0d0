import type { ServiceError } from '../../errors';
import type { Cursor } from './cursor';
import type { RunOptions } from './engine';
import { refusals } from './refusals';

/**
 * Returns the pieces of `cursor` when the first one has arrived. Closes the cursor on timeout, on abort and when the iteration ends early.
 */
export function streamRows<Piece>(cursor: Cursor<Piece>, options: RunOptions): Promise<AsyncIterable<Piece>> {
  return new Rows(cursor, options).fetchFirst();
}

const NO_MORE = { done: true, value: undefined } as const;

/** Implemented without a generator: `return` runs no code of a generator that has not been started. */
class Rows<Piece> implements AsyncIterableIterator<Piece> {
  /** The piece that was fetched and not yet returned. */
  private piece: Piece | undefined;
  private isOver = false;
  private readonly deadline: StatementDeadline;

  constructor(
    private readonly cursor: Cursor<Piece>,
    private readonly options: RunOptions,
  ) {
    this.deadline = new StatementDeadline(options, () => void cursor.close());
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  fetchFirst(): Promise<this> {
    return this.fetch().then(() => this);
  }

  next(): Promise<IteratorResult<Piece>> {
    if (this.piece === undefined && !this.isOver) return this.fetch().then(() => this.takePiece());
    return Promise.resolve(this.takePiece());
  }

  return(): Promise<IteratorResult<Piece>> {
    this.finish();
    return Promise.resolve(NO_MORE);
  }

  private takePiece(): IteratorResult<Piece> {
    const { piece: value } = this;
    this.piece = undefined;
    return value === undefined ? NO_MORE : { done: false, value };
  }

  private fetch(): Promise<void> {
    return this.deadline
      .waitFor(() => this.cursor.advance())
      .then(
        () => {
          this.piece = this.cursor.take();
          if (this.piece === undefined || this.cursor.isAtEnd) this.finish();
          else this.deadline.rest();
        },
        (error: unknown) => {
          this.finish(error);
          throw error;
        },
      );
  }

  private finish(error?: unknown): void {
    const { deadline } = this;
    this.isOver = true;
    deadline.release();
    this.options.observer?.onEnd({
      milliseconds: deadline.spentMs,
      rows: this.cursor.rowCount,
      error: deadline.isOfClient ? undefined : error,
    });
    void this.cursor.close();
  }
}

/**
 * The deadline of one statement: the time spent waiting for the data source adds up to at most `timeoutMs`, and no batch
 * stays unread for longer than that, unless the reader has a limit of its own. `onEnd` is called once, when the time is used up or the client has closed the connection.
 */
class StatementDeadline {
  /** In whole milliseconds, because Node keeps a list for each distinct duration of timers. */
  private left: number;
  /** The begin of the wait for the data source; undefined while it does not wait. */
  private begin: number | undefined;
  private spent = 0;
  private timer: NodeJS.Timeout | undefined;
  private refusal: ServiceError | undefined;
  private giveUp: (reason: unknown) => void = () => undefined;
  /** Whether the client ended the statement: it left, or did not read. */
  isOfClient = false;
  private readonly leave = () => {
    this.isOfClient = true;
    this.end(refusals.clientClosed(this.options.signal?.reason));
  };

  constructor(
    private readonly options: RunOptions,
    private readonly onEnd: () => void,
  ) {
    this.left = options.timeoutMs;
    options.signal?.addEventListener('abort', this.leave);
    if (options.signal?.aborted === true) this.leave();
  }

  /** The time spent waiting for the data source so far, in milliseconds. */
  get spentMs(): number {
    return this.spent + (this.begin === undefined ? 0 : performance.now() - this.begin);
  }

  /** Resolves with the result of `work`, or rejects as soon as the time is used up. */
  waitFor<T>(work: () => Promise<T>): Promise<T> {
    if (this.refusal !== undefined) return Promise.reject(this.refusal);
    this.begin = performance.now();
    this.arm(this.left, refusals.timedOut);
    return new Promise<T>((resolve, reject) => {
      this.giveUp = reject;
      work().then(
        (value) => {
          this.pause();
          resolve(value);
        },
        (error: unknown) => {
          this.pause();
          this.giveUp(error);
        },
      );
    });
  }

  /** Starts the time limit for reading the returned batch, which ends with the next `waitFor`. */
  rest(): void {
    if (this.options.isPaced === true) return;
    this.arm(this.options.timeoutMs, () => {
      this.isOfClient = true;
      return refusals.unread();
    });
  }

  /** Stops the clock; the statement has ended. */
  release(): void {
    clearTimeout(this.timer);
    this.options.signal?.removeEventListener('abort', this.leave);
  }

  private pause(): void {
    clearTimeout(this.timer);
    this.spent = this.spentMs;
    this.begin = undefined;
    this.left = Math.max(1, Math.ceil(this.options.timeoutMs - this.spent));
  }

  private arm(milliseconds: number, refuse: () => ServiceError): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.end(refuse());
    }, milliseconds);
  }

  private end(refusal: ServiceError): void {
    this.refusal = refusal;
    this.release();
    this.giveUp(refusal);
    this.onEnd();
  }
}
