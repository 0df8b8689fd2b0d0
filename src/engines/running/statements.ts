import type { Cursor } from './cursor';
import type { RunOptions } from './engine';
import { refusals } from './refusals';
import type { Slots } from './slots';
import { streamRows } from './stream-rows';

/** A statement whose first rows have arrived. */
interface Running<Piece> {
  readonly pieces: AsyncIterable<Piece>;
  /** As in `Cursor`. */
  readonly comparable: readonly boolean[];
}

/** The running statements of one data source, each in a slot. */
export class Statements {
  private count = 0;
  private waiting = 0;
  private readonly unstopped = new Unstopped();
  private isClosed = false;
  private onIdle: () => void = () => undefined;

  constructor(private readonly slots: Slots) {}

  get isIdle(): boolean {
    return this.count + this.waiting === 0;
  }

  /** Runs the cursor that `openCursor` creates. The cursor calls `onClosed` when it holds no more resources. */
  async run<Piece>(options: RunOptions, openCursor: (onClosed: () => void) => Cursor<Piece>): Promise<Running<Piece>> {
    this.unstopped.assertFew();
    const release = this.slots.takeFree() ?? (await this.takeSlot());
    if (this.isClosed) {
      release();
      throw refusals.unavailable(new Error('the data source was closed'));
    }
    this.count++;
    const cursor = this.unstopped.watch(openCursor, () => {
      release();
      if (--this.count === 0) this.onIdle();
    });
    return { pieces: await streamRows(cursor, options), comparable: cursor.comparable };
  }

  private async takeSlot(): Promise<() => void> {
    this.waiting++;
    try {
      return await this.slots.take();
    } finally {
      this.waiting--;
    }
  }

  /** Rejects new statements, and resolves when the last running one has ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.count > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
  }
}

/** The time in which a data source should stop a cancelled statement, in milliseconds. */
const STOPPING_MS = 1_000;
/** The limit on cancelled statements that still run: at this number, no other statements are started. */
const MOST_UNSTOPPED = 2;

/** The statements of one data source that still run although they were cancelled. */
class Unstopped {
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
