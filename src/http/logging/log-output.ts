import { write } from 'node:fs';
import { printPretty } from './print-pretty';

/** The formats of the log: an object for programs, or text for people. */
export type LogFormat = 'json' | 'pretty';

/** The most characters that wait; further lines are lost. */
const LONGEST_BACKLOG = 2 ** 20;
/** The most bytes of one write. */
const LONGEST_WRITE = 65_536;
/** The same with several processes: a pipe writes this many atomically (POSIX, PIPE_BUF), so that their lines do not mix. */
const LONGEST_SHARED_WRITE = 4096;
const LONGEST_FLUSH_MS = 500;
/** Time for which lines wait for others: each write is passed to another thread and back, which costs as much as a short request. */
const GATHERED_MS = 10;

/**
 * Writes log lines to a file descriptor. The service continues without it: lines that cannot be written (closed, disk full, no reader) are
 * lost, and nothing waits for them. pino's own stream enters an infinite loop when the disk is full.
 */
export class LogOutput {
  private waiting: string[] = [];
  private backlog = 0;
  private isWriting = false;
  private gathering: NodeJS.Timeout | undefined;
  private flushing: (() => void)[] = [];

  private readonly longestWrite: number;

  /** `format` is that of the lines (`LOG_FORMAT`); `isShared` if other processes write to the same descriptor. */
  constructor(
    private readonly descriptor: number,
    private readonly format: LogFormat,
    isShared: boolean,
  ) {
    this.longestWrite = isShared ? LONGEST_SHARED_WRITE : LONGEST_WRITE;
  }

  write(line: string): void {
    if (this.backlog < LONGEST_BACKLOG) {
      const text = this.format === 'pretty' ? printPretty(line) : line;
      this.waiting.push(text);
      this.backlog += text.length;
    }
    if (!this.isWriting) this.gather();
  }

  /** Calls `done` when all lines are written, or after `LONGEST_FLUSH_MS` if they cannot be written. */
  flush(done: () => void): void {
    if (!this.isWriting) this.writeWaiting();
    if (!this.isWriting) {
      done();
      return;
    }
    const tooLong = setTimeout(done, LONGEST_FLUSH_MS);
    this.flushing.push(() => {
      clearTimeout(tooLong);
      done();
    });
  }

  private readonly writeWaiting = (): void => {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    this.writeOn(this.takeWaiting());
  };

  /** Removes and returns the lines for the next write: at least one if there is one, however long. */
  private takeWaiting(): Buffer {
    let count = 0;
    for (let bytes = 0; count < this.waiting.length; count++) {
      bytes += Buffer.byteLength(this.waiting[count] ?? '');
      if (count > 0 && bytes > this.longestWrite) break;
    }
    const taken = this.waiting.splice(0, count).join('');
    this.backlog -= taken.length;
    return Buffer.from(taken);
  }

  private writeOn(bytes: Buffer): void {
    this.isWriting = bytes.length > 0;
    if (!this.isWriting) {
      for (const done of this.flushing.splice(0)) done();
      return;
    }
    write(this.descriptor, bytes, (error, written) => {
      const isTaken = error !== null || written === bytes.length;
      if (isTaken) this.goOn();
      else this.writeOn(bytes.subarray(written));
    });
  }

  private goOn(): void {
    const isHurried = this.flushing.length > 0 || this.backlog >= this.longestWrite || this.backlog === 0;
    if (isHurried) {
      this.writeWaiting();
      return;
    }
    this.isWriting = false;
    this.gather();
  }

  private gather(): void {
    this.gathering ??= setTimeout(this.writeWaiting, GATHERED_MS);
  }
}
