import { type RunOptions } from '../engine';
import { type Cursor } from './cursor';
import { Patience } from './patience';

/** What `cursor` gives, with the first piece there, watched over for time-out, abort and early end. */
export async function streamRows<Piece>(cursor: Cursor<Piece>, options: RunOptions): Promise<AsyncIterable<Piece>> {
  const rows = new Rows(cursor, options);
  await rows.fetchFirst();
  return rows;
}

/** By hand and no generator: a generator which nobody has started cannot be told that nobody will. */
class Rows<Piece> implements AsyncIterableIterator<Piece> {
  private first: IteratorResult<Piece> | undefined;
  private isOver = false;
  private readonly patience: Patience;

  constructor(
    private readonly cursor: Cursor<Piece>,
    options: RunOptions,
  ) {
    this.patience = new Patience(options, () => void cursor.close());
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async fetchFirst(): Promise<void> {
    this.first = await this.fetch();
  }

  async next(): Promise<IteratorResult<Piece>> {
    const first = this.first;
    this.first = undefined;
    return first ?? this.fetch();
  }

  async return(): Promise<IteratorResult<Piece>> {
    this.finish();
    return Promise.resolve({ done: true, value: undefined });
  }

  private async fetch(): Promise<IteratorResult<Piece>> {
    if (this.isOver) return { done: true, value: undefined };
    try {
      const value = await this.patience.waitFor(() => this.cursor.next());
      if (value === undefined || this.cursor.isAtEnd) this.finish();
      else this.patience.rest();
      return value === undefined ? { done: true, value } : { done: false, value };
    } catch (error) {
      this.finish();
      throw error;
    }
  }

  private finish(): void {
    this.isOver = true;
    this.patience.release();
    void this.cursor.close();
  }
}
