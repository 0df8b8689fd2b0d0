import type { PageKey, Place } from '../../compiler/filter';
import type { Cell, RowStream } from '../../model';

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

/** Rows that are looked at together. */
const WAITING_ROWS = 500;

export function pageRows(rows: RowStream, options: PageOptions): PageRows {
  const visible = rows.columns.length - options.hidden;
  const end = new PageEnd(options);
  async function* batches(): AsyncGenerator<readonly Row[]> {
    for await (const batch of rows.batches) {
      end.follow(batch);
      yield options.hidden === 0 ? batch : batch.map((row) => row.slice(0, visible));
    }
  }
  return {
    rows: { columns: rows.columns.slice(0, visible), batches: batches() },
    next: () => end.next(rows.comparable),
  };
}

/**
 * Follows where the next page begins: behind the last row, by its key. Rows which the data source may hold for equal
 * are counted from the last row that it surely does not, as all rows are where there is no key.
 */
export class PageEnd {
  private place: Place;
  private before: Row | undefined;
  private seen = 0;
  private waiting: Row[] = [];

  constructor(private readonly options: PageOptions) {
    this.place = options.from;
  }

  /** Whether there are more rows than those of the page. */
  get isCut(): boolean {
    return this.seen + this.waiting.length > this.options.most;
  }

  /** As `follow`, of one row; its cells beside those of the key do not count. */
  see(row: Row): void {
    this.waiting.push(row);
    if (this.waiting.length === WAITING_ROWS) this.settle();
  }

  /** Is told of all rows as they come. */
  follow(batch: readonly Row[]): void {
    const { key, most } = this.options;
    const run = this.before === undefined ? batch : [this.before, ...batch];
    const taken = Math.max(0, Math.min(most - this.seen, batch.length));
    this.place = lastSure(run, run.length - batch.length + taken, key) ?? {
      ...this.place,
      offset: this.place.offset + taken,
    };
    this.seen += batch.length;
    this.before = batch.at(-1);
  }

  /** The place behind the rows, whose columns are `comparable` by their cells (`RowStream`) or not. */
  next(comparable: readonly boolean[] | undefined): Place {
    this.settle();
    const { key, from, most } = this.options;
    const isSure = key?.indexes.every((index) => comparable?.[index]) === true;
    return isSure ? this.place : { ...from, offset: from.offset + Math.min(this.seen, most) };
  }

  private settle(): void {
    const { waiting } = this;
    this.waiting = [];
    if (waiting.length > 0) this.follow(waiting);
  }
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
