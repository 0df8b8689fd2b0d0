import type { Cell, NestedCell, PrintedRows, RowStream } from '../../model';

export type RowFormat = 'json' | 'ndjson' | 'csv';

export interface RowAnswerOptions {
  readonly format: RowFormat;
  /** False: every non-null scalar goes out as text (docs/http-api.md). */
  readonly typed: boolean;
  /** Keys of a JSON answer which are known before the rows. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Keys which are known only when all rows have gone out. */
  readonly after?: () => Readonly<Record<string, unknown>>;
}

/** What a handler returns to have rows streamed. The other formats than JSON carry the rows alone. */
export class RowAnswer {
  private counted = 0;

  constructor(
    readonly rows: RowStream<Cell | NestedCell> | PrintedRows,
    readonly options: RowAnswerOptions,
  ) {}

  /** Rows that were printed so far. */
  get rowCount(): number {
    return 'printed' in this.rows ? this.rows.rowCount() : this.counted;
  }

  /** Tells that so many rows of `rows.batches` were printed. */
  count(rows: number): void {
    this.counted += rows;
  }
}
