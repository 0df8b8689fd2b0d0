import type { PageKey, Place } from '../compiler/filter';
import type { Cell, RowStream } from '../model';

type Row = readonly Cell[];

export interface PageOptions {
  /** Where the rows begin. */
  readonly from: Place;
  /** Undefined where rows cannot be told by a key. */
  readonly key: PageKey | undefined;
  /** Rows of the page; there may be one more, which shows that it has a next one. */
  readonly most: number;
  /** How many columns at the end are there for the key alone. */
  readonly hidden: number;
}

/** The rows of a page without their hidden columns; once they are read, `next` is the place behind them. */
export interface PageRows {
  readonly rows: RowStream;
  readonly next: () => Place;
}

/**
 * Follows where the next page begins: behind the last row, by its key. Rows which the data source may hold for equal
 * are counted from the last row that it surely does not, as all rows are where there is no key.
 */
export function pageRows(rows: RowStream, { from, key, most, hidden }: PageOptions): PageRows {
  const visible = rows.columns.length - hidden;
  const sure = key?.indexes.every((index) => rows.comparable?.[index]) === true ? key : undefined;
  let place = from;
  async function* batches(): AsyncGenerator<readonly Row[]> {
    let before: Row | undefined;
    let left = most;
    for await (const batch of rows.batches) {
      const run = before === undefined ? batch : [before, ...batch];
      const taken = Math.min(left, batch.length);
      place = lastSure(run, run.length - batch.length + taken, sure) ?? { ...place, offset: place.offset + taken };
      left -= taken;
      before = batch.at(-1);
      yield hidden === 0 ? batch : batch.map((row) => row.slice(0, visible));
    }
  }
  return { rows: { columns: rows.columns.slice(0, visible), batches: batches() }, next: () => place };
}

/** The place behind the first `end` rows by the key of the last of them that surely differs from the row that follows it. */
function lastSure(run: readonly Row[], end: number, key: PageKey | undefined): Place | undefined {
  for (let index = Math.min(end, run.length - 1); index > 0; index--) {
    const [row, next] = [run[index - 1], run[index]];
    const found = row && next && key?.tellsApart(row, next) === true ? key.read(row) : undefined;
    if (found !== undefined) return { key: found, offset: end - index };
  }
  return undefined;
}
