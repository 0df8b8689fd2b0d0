import { write } from 'node:fs';

const LONGEST_BACKLOG = 2 ** 20;

/**
 * A file descriptor for the lines of the log. The service outlives it: lines that it does not take (closed, disk full, nobody reads) are
 * lost, and nothing waits for them. pino's own stream ends in a loop that never ends when the disk is full.
 */
export class LogOutput {
  private waiting = '';
  private isWriting = false;

  constructor(private readonly descriptor: number) {}

  write(line: string): void {
    if (this.waiting.length < LONGEST_BACKLOG) this.waiting += line;
    if (!this.isWriting) this.writeOn(this.takeWaiting());
  }

  private takeWaiting(): Buffer {
    const taken = Buffer.from(this.waiting);
    this.waiting = '';
    return taken;
  }

  private writeOn(bytes: Buffer): void {
    this.isWriting = bytes.length > 0;
    if (!this.isWriting) return;
    write(this.descriptor, bytes, (error, written) => {
      const isTaken = error !== null || written === bytes.length;
      this.writeOn(isTaken ? this.takeWaiting() : bytes.subarray(written));
    });
  }
}
