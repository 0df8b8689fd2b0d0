import { type OutputColumn, PackedRows } from '../../model';
import { type SentColumn, sentColumn } from '../packets/column-type';
import type { SessionResult, SessionRows } from '../session/session-result';

type RowsOfResult = NonNullable<SessionResult>;

/** The rows of a running result, with its columns as they are sent, which the first rows decide. */
export class ResultRows {
  readonly columns: readonly SentColumn[];

  private constructor(
    columns: readonly OutputColumn[],
    private readonly iterator: AsyncIterator<SessionRows>,
    private first: SessionRows | undefined,
  ) {
    const firstRows = first === undefined || first instanceof PackedRows ? [] : first;
    this.columns = columns.map((column, index) => sentColumn(column, index, firstRows));
  }

  /** Resolves when the first rows have arrived. */
  static async open({ columns, batches }: RowsOfResult): Promise<ResultRows> {
    const iterator = batches[Symbol.asyncIterator]();
    return new ResultRows(columns, iterator, await nextOf(iterator));
  }

  /** Returns further rows; undefined after the last ones. */
  async next(): Promise<SessionRows | undefined> {
    const { first } = this;
    this.first = undefined;
    return first ?? (await nextOf(this.iterator));
  }

  /** Ends the statement. */
  async leave(): Promise<void> {
    await this.iterator.return?.();
  }
}

async function nextOf(iterator: AsyncIterator<SessionRows>): Promise<SessionRows | undefined> {
  const step = await iterator.next();
  return step.done === true ? undefined : step.value;
}
