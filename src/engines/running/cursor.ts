import { type Cell } from '../../model';

export type Batch = readonly (readonly Cell[])[];

/** Rows of a batch: the first byte goes out early, and no conversion holds the event loop for long. */
export const BATCH_ROWS = 500;

/** One statement in one data source, which starts with the first `next`. Its errors are ServiceErrors. */
export interface Cursor<Piece = Batch> {
  /** Which columns are comparable by their cells (`RowStream`); known once rows have come. */
  readonly comparable: readonly boolean[];
  /** The rows that come next; undefined after the last. */
  next(): Promise<Piece | undefined>;
  /** Whether `next` has given the last piece: known when nothing is left that could still come. */
  readonly isAtEnd: boolean;
  /** Gives back what the statement holds, and first stops it where it still runs. Never rejects, may be called twice. */
  close(): Promise<void>;
}
