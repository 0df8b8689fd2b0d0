import { type OutputColumn, type RowStream } from '../../model';
import { type RunOptions } from '../engine';
import { type Batch, type Cursor } from './cursor';
import { Patience } from './patience';

/** The rows of `cursor` as a stream whose first batch is there, watched over for time-out, abort and early end. */
export async function streamRows(
  cursor: Cursor,
  columns: readonly OutputColumn[],
  options: RunOptions,
): Promise<RowStream> {
  const rows = new Rows(cursor, options);
  await rows.fetchFirst();
  return { columns, comparable: cursor.comparable, batches: { [Symbol.asyncIterator]: () => rows } };
}

/** By hand and no generator: a generator which nobody has started cannot be told that nobody will. */
class Rows implements AsyncIterator<Batch> {
  private first: IteratorResult<Batch> | undefined;
  private isOver = false;
  private readonly patience: Patience;

  constructor(
    private readonly cursor: Cursor,
    options: RunOptions,
  ) {
    this.patience = new Patience(options, () => void cursor.close());
  }

  async fetchFirst(): Promise<void> {
    this.first = await this.fetch();
  }

  async next(): Promise<IteratorResult<Batch>> {
    const first = this.first;
    this.first = undefined;
    return first ?? this.fetch();
  }

  async return(): Promise<IteratorResult<Batch>> {
    this.finish();
    return Promise.resolve({ done: true, value: undefined });
  }

  private async fetch(): Promise<IteratorResult<Batch>> {
    if (this.isOver) return { done: true, value: undefined };
    try {
      const value = await this.patience.waitFor(() => this.cursor.next());
      if (value === undefined) this.finish();
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
