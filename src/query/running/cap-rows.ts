import type { Cell, NestedCell, RowStream } from '../../model';

/** At most `most` rows of a result. After they are read, `isCut` returns whether there were more. */
export interface CappedRows<Value extends Cell | NestedCell> {
  readonly rows: RowStream<Value>;
  readonly isCut: () => boolean;
}

/** Returns the first `most` rows, and ends the statement after them. */
export function capRows<Value extends Cell | NestedCell>(rows: RowStream<Value>, most: number): CappedRows<Value> {
  let isCut = false;
  async function* batches(): AsyncGenerator<readonly (readonly Value[])[]> {
    let left = most;
    for await (const batch of rows.batches) {
      if (batch.length > left) {
        isCut = true;
        yield batch.slice(0, left);
        return;
      }
      left -= batch.length;
      yield batch;
    }
  }
  return { rows: { columns: rows.columns, batches: batches() }, isCut: () => isCut };
}
