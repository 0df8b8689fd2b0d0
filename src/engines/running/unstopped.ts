import { type Cursor } from './cursor';
import { refusals } from './refusals';

/** The time in which a data source should stop a cancelled statement, in milliseconds. */
const STOPPING_MS = 1_000;
/** The limit on cancelled statements that still run: at this number, no other statements are started. */
const MOST_UNSTOPPED = 2;

/** The statements of one data source that still run although they were cancelled. */
export class Unstopped {
  private count = 0;

  /** Throws `source_busy` if too many cancelled statements still run. */
  assertFew(): void {
    if (this.count >= MOST_UNSTOPPED) throw refusals.unstopped();
  }

  /** Opens a cursor, and counts it from one second after its `close` until it has called `onClosed`. */
  watch<Piece>(open: (onClosed: () => void) => Cursor<Piece>, onClosed: () => void): Cursor<Piece> {
    let timer: NodeJS.Timeout | undefined;
    let isCounted = false;
    let isClosed = false;
    const cursor = open(() => {
      isClosed = true;
      clearTimeout(timer);
      if (isCounted) this.count--;
      onClosed();
    });
    const expectEnd = (): void => {
      if (isClosed) return;
      timer ??= setTimeout(() => {
        isCounted = true;
        this.count++;
      }, STOPPING_MS);
    };
    return {
      get comparable() {
        return cursor.comparable;
      },
      get isAtEnd() {
        return cursor.isAtEnd;
      },
      next: () => cursor.next(),
      close: () => {
        expectEnd();
        return cursor.close();
      },
    };
  }
}
