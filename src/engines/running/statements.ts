import { type RunOptions } from './engine';
import { type Cursor } from './cursor';
import { refusals } from './refusals';
import { type Slots } from './slots';
import { streamRows } from './stream-rows';
import { Unstopped } from './unstopped';

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
