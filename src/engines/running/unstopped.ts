import { type Cursor } from './cursor';
import { refusals } from './refusals';

/** How long a data source may take to stop what nobody waits for any more. */
const STOPPING_MS = 1_000;
/** So many statements may go on nevertheless: with them, no others are begun. */
const MOST_UNSTOPPED = 2;

/** The statements of one data source that go on although it was told to stop them. */
export class Unstopped {
  private count = 0;

  /** Refuses what would be begun beside too many of them (`source_busy`). */
  assertFew(): void {
    if (this.count >= MOST_UNSTOPPED) throw refusals.unstopped();
  }

  /** The cursor that `open` makes, counted from a second after it was told to close until it has called `onClosed`. */
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
