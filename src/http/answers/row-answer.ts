import type { Cell, NestedCell, PrintedRows, RowStream } from '../../model';

export type RowFormat = 'json' | 'ndjson' | 'csv';

export interface RowAnswerOptions {
  readonly format: RowFormat;
  /** False: every scalar except null is a string (docs/http-api.md). */
  readonly typed: boolean;
  /** Members of a JSON response that are known before its rows. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Members that are known only after all rows are sent. */
  readonly after?: () => Readonly<Record<string, unknown>>;
}

/** The result of a handler that streams rows. Formats other than JSON contain only the rows. */
export class RowAnswer {
  private counted = 0;

  constructor(
    readonly rows: RowStream<Cell | NestedCell> | PrintedRows,
    readonly options: RowAnswerOptions,
  ) {}

  /** Rows printed so far. */
  get rowCount(): number {
    return 'printed' in this.rows ? this.rows.rowCount() : this.counted;
  }

  /** Adds to the number of printed rows of `rows.batches`. */
  count(rows: number): void {
    this.counted += rows;
  }
}
