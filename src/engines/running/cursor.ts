import { type Cell } from '../../model';

export type Batch = readonly (readonly Cell[])[];

/** The number of rows in a batch: few, so that the first byte is sent early and no conversion blocks the event loop for long. */
export const BATCH_ROWS = 500;

/** One statement in one data source. The first `next` starts it. Its errors are ServiceErrors. */
export interface Cursor<Piece = Batch> {
  /** Which columns are comparable by their cells (`RowStream`); known after the first rows. */
  readonly comparable: readonly boolean[];
  /** Returns the next piece; undefined after the last. */
  next(): Promise<Piece | undefined>;
  /** Whether `next` has returned the last piece. True only if it is certain that no more rows can follow. */
  readonly isAtEnd: boolean;
  /** The number of rows in the pieces that were read or printed so far. */
  readonly rowCount: number;
  /** Releases the resources of the statement, and stops it first if it still runs. Never rejects, and may be called twice. */
  close(): Promise<void>;
}
