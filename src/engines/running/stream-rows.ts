import { type RunOptions } from './engine';
import { type Cursor } from './cursor';
import { StatementDeadline } from './statement-deadline';

/**
 * Returns the pieces of `cursor` when the first one has arrived. Closes the cursor on timeout, on abort and when the iteration ends early.
 */
export function streamRows<Piece>(cursor: Cursor<Piece>, options: RunOptions): Promise<AsyncIterable<Piece>> {
  return new Rows(cursor, options).fetchFirst();
}

const NO_MORE = { done: true, value: undefined } as const;

/** Implemented without a generator: `return` runs no code of a generator that has not been started. */
class Rows<Piece> implements AsyncIterableIterator<Piece> {
  private first: IteratorResult<Piece> | undefined;
  private isOver = false;
  private readonly deadline: StatementDeadline;

  constructor(
    private readonly cursor: Cursor<Piece>,
    options: RunOptions,
  ) {
    this.deadline = new StatementDeadline(options, () => void cursor.close());
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  fetchFirst(): Promise<this> {
    return this.fetch().then((first) => {
      this.first = first;
      return this;
    });
  }

  next(): Promise<IteratorResult<Piece>> {
    const { first } = this;
    this.first = undefined;
    return first === undefined ? this.fetch() : Promise.resolve(first);
  }

  return(): Promise<IteratorResult<Piece>> {
    this.finish();
    return Promise.resolve(NO_MORE);
  }

  private fetch(): Promise<IteratorResult<Piece>> {
    if (this.isOver) return Promise.resolve(NO_MORE);
    return this.deadline
      .waitFor(() => this.cursor.next())
      .then(
        (value) => {
          if (value === undefined || this.cursor.isAtEnd) this.finish();
          else this.deadline.rest();
          return value === undefined ? NO_MORE : { done: false, value };
        },
        (error: unknown) => {
          this.finish();
          throw error;
        },
      );
  }

  private finish(): void {
    this.isOver = true;
    this.deadline.release();
    void this.cursor.close();
  }
}
