import { LRUCache } from 'lru-cache';
import type { Cursor } from './cursor';
import type { RunOptions, StatementObserver } from './engine';
import { refusals } from './refusals';
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
    const { observer } = options;
    const release = this.slots.takeFree() ?? (await this.takeSlot(observer));
    if (this.isClosed) {
      release();
      throw refusals.unavailable(new Error('the data source was closed'));
    }
    this.count++;
    observer?.onUse(1);
    const cursor = this.unstopped.watch(openCursor, () => {
      release();
      observer?.onUse(-1);
      if (--this.count === 0) this.onIdle();
    });
    return { pieces: await streamRows(cursor, options), comparable: cursor.comparable };
  }

  private async takeSlot(observer: StatementObserver | undefined): Promise<() => void> {
    this.waiting++;
    observer?.onWait(1);
    try {
      return await this.slots.take();
    } finally {
      this.waiting--;
      observer?.onWait(-1);
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
    const watch = new EndWatch((change) => (this.count += change), onClosed);
    return new WatchedCursor(open(watch.end), watch);
  }
}

/** The wait for the end of a statement that was cancelled. */
class EndWatch {
  private timer: NodeJS.Timeout | undefined;
  private isCounted = false;
  private isOver = false;

  constructor(
    private readonly count: (change: 1 | -1) => void,
    private readonly onEnd: () => void,
  ) {}

  /** Counts the statement if it has not ended within a second. */
  begin(): void {
    if (this.isOver) return;
    this.timer ??= setTimeout(() => {
      this.isCounted = true;
      this.count(1);
    }, STOPPING_MS);
  }

  readonly end = (): void => {
    this.isOver = true;
    clearTimeout(this.timer);
    if (this.isCounted) this.count(-1);
    this.onEnd();
  };
}

/** A cursor that counts as unstopped while its statement runs on after `close`. */
class WatchedCursor<Piece> implements Cursor<Piece> {
  constructor(
    private readonly cursor: Cursor<Piece>,
    private readonly watch: EndWatch,
  ) {}

  get comparable(): readonly boolean[] {
    return this.cursor.comparable;
  }

  get isAtEnd(): boolean {
    return this.cursor.isAtEnd;
  }

  get rowCount(): number {
    return this.cursor.rowCount;
  }

  advance(): Promise<void> {
    return this.cursor.advance();
  }

  take(): Piece | undefined {
    return this.cursor.take();
  }

  close(): Promise<void> {
    this.watch.begin();
    return this.cursor.close();
  }
}

interface Waiting {
  readonly resume: () => void;
}

const LONGEST_QUEUE = 1_000;
const LONGEST_WAIT_MS = 2_000;

/** A limit on concurrent statements. Further ones wait in a bounded queue, for at most two seconds. */
export class Slots {
  private readonly queue = new Set<Waiting>();

  constructor(private free: number) {}

  /** Returns a function that releases the slot; undefined if no slot is free. */
  takeFree(): (() => void) | undefined {
    if (this.free === 0) return undefined;
    this.free--;
    return this.held();
  }

  /** Resolves with a function that releases the slot; rejects with `source_busy`. */
  async take(): Promise<() => void> {
    const free = this.takeFree();
    if (free !== undefined) return free;
    await this.wait();
    return this.held();
  }

  private held(): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) this.release();
      isHeld = false;
    };
  }

  private wait(): Promise<void> {
    if (this.queue.size >= LONGEST_QUEUE) return Promise.reject(refusals.busy());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.queue.delete(waiting);
        reject(refusals.busy());
      }, LONGEST_WAIT_MS);
      const waiting = {
        resume: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.queue.add(waiting);
    });
  }

  private release(): void {
    const [next] = this.queue;
    if (next === undefined) {
      this.free++;
      return;
    }
    this.queue.delete(next);
    next.resume();
  }
}

/** How often in a row a statement has returned few rows, and how often it must do so before few rows are expected. */
interface Record {
  readonly inARow: number;
  readonly needed: number;
}

/** The limit on the SQL of all statements of one data source together, in characters. */
const MOST_CHARACTERS = 2 ** 18;
const MOST_NEEDED = 64;
const UNKNOWN: Record = { inARow: 0, needed: 1 };

/**
 * A prediction of which statements return few rows, from their earlier results. After each wrong prediction, more short results are needed
 * for the next one.
 */
export class ShortAnswers {
  private readonly records = new LRUCache<string, Record>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (_, sql) => Math.max(1, sql.length),
  });

  /** Returns whether a statement is expected to return few rows, whatever its values; `guess` if it has no earlier results. */
  expects(sql: string, guess = false): boolean {
    const record = this.records.get(sql);
    return record === undefined ? guess : record.inARow >= record.needed;
  }

  /** Records whether a statement returned few rows. */
  note(sql: string, isShort: boolean): void {
    const { inARow, needed } = this.records.get(sql) ?? UNKNOWN;
    if (isShort) {
      if (inARow < needed) this.records.set(sql, { inARow: inARow + 1, needed });
      return;
    }
    this.records.set(sql, { inARow: 0, needed: inARow < needed ? needed : Math.min(MOST_NEEDED, 2 * needed) });
  }
}
