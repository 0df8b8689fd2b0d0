import { write } from 'node:fs';

/** In characters. */
const LONGEST_BACKLOG = 2 ** 20;
/** What a pipe takes whole (POSIX, PIPE_BUF), so that lines of several processes stay lines. */
const LONGEST_WRITE = 4096;
const LONGEST_FLUSH_MS = 500;
/** For so long lines wait for others: each write is handed to another thread and back, which costs as much as a short request. */
const GATHERED_MS = 10;

/**
 * A file descriptor for the lines of the log. The service outlives it: lines that it does not take (closed, disk full, nobody reads) are
 * lost, and nothing waits for them. pino's own stream ends in a loop that never ends when the disk is full.
 */
export class LogOutput {
  private waiting: string[] = [];
  private backlog = 0;
  private isWriting = false;
  private gathering: NodeJS.Timeout | undefined;
  private flushing: (() => void)[] = [];

  constructor(private readonly descriptor: number) {}

  write(line: string): void {
    if (this.backlog < LONGEST_BACKLOG) {
      this.waiting.push(line);
      this.backlog += line.length;
    }
    if (!this.isWriting) this.gather();
  }

  /** Calls `done` when all lines are written, or a moment later where nobody takes them. */
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

  /** As many lines as are written at once; at least one, however long, where there is one. */
  private takeWaiting(): Buffer {
    let count = 0;
    for (let bytes = 0; count < this.waiting.length; count++) {
      bytes += Buffer.byteLength(this.waiting[count] ?? '');
      if (count > 0 && bytes > LONGEST_WRITE) break;
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
    const isHurried = this.flushing.length > 0 || this.backlog >= LONGEST_WRITE || this.backlog === 0;
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
