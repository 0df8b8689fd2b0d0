import type { PageKey, Place } from '../../compiler/filter';
import type { Cell, RowStream } from '../../model';

type Row = readonly Cell[];

export interface PageOptions {
  /** The place where the rows begin. */
  readonly from: Place;
  /** Undefined where no key identifies rows. */
  readonly key: PageKey | undefined;
  /** Rows of the page. There may be one more, which shows that there is a next page. */
  readonly most: number;
  /** Number of columns at the end that only the key needs. */
  readonly hidden: number;
}

/** The rows of a page without their hidden columns. After they are read, `next` returns the place after them. */
export interface PageRows {
  readonly rows: RowStream;
  readonly next: () => Place;
}

/** Number of rows that are processed together. */
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
 * Tracks where the next page begins: after the last row, by its key. Rows that the data source may consider equal are counted from the last
 * row that certainly differs; without a key, all rows are counted.
 */
export class PageEnd {
  private place: Place;
  private before: Row | undefined;
  private seen = 0;
  private waiting: Row[] = [];

  constructor(private readonly options: PageOptions) {
    this.place = options.from;
  }

  /** Whether there are more rows than the page has. */
  get isCut(): boolean {
    return this.seen + this.waiting.length > this.options.most;
  }

  /** Processes one row, of which only the cells of the key are read. */
  see(row: Row): void {
    this.waiting.push(row);
    if (this.waiting.length === WAITING_ROWS) this.settle();
  }

  /** Processes rows; must be called with all rows in order. */
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

  /** Returns the place after the rows. All rows of the page are counted if a column of the key is not `comparable` (`RowStream`). */
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

/** Returns the place after the first `end` rows, by the key of the last of them that certainly differs from the next row. */
function lastSure(run: readonly Row[], end: number, key: PageKey | undefined): Place | undefined {
  for (let index = Math.min(end, run.length - 1); index > 0; index--) {
    const [row, next] = [run[index - 1], run[index]];
    const found = row && next && key?.tellsApart(row, next) === true ? key.read(row) : undefined;
    if (found !== undefined) return { key: found, offset: end - index };
  }
  return undefined;
}
