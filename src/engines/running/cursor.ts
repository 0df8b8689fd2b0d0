import { type Cell } from '../../model';

export type Batch = readonly (readonly Cell[])[];

/** The number of rows in a batch: few, so that the first byte is sent early and no conversion blocks the event loop for long. */
export const BATCH_ROWS = 500;

/**
 * One statement in one data source. The first `advance` starts it. Its errors are ServiceErrors. Pieces are not the results of promises: a
 * promise that was made before the data source answered is old by then, and the garbage collector would keep its result as long.
 */
export interface Cursor<Piece = Batch> {
  /** Which columns are comparable by their cells (`RowStream`); known after the first rows. */
  readonly comparable: readonly boolean[];
  /** Resolves when the next piece or the end of the result has arrived. */
  advance(): Promise<void>;
  /** Returns the piece that has arrived, once; undefined after the last. */
  take(): Piece | undefined;
  /** Whether `take` has returned the last piece. True only if it is certain that no more rows can follow. */
  readonly isAtEnd: boolean;
  /** The number of rows in the pieces that were read or printed so far. */
  readonly rowCount: number;
  /** Releases the resources of the statement, and stops it first if it still runs. Never rejects, and may be called twice. */
  close(): Promise<void>;
}
