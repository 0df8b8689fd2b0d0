import { type PoolConnection } from 'mysql2';

const READY = 2;

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (failure: Error) => void;
}

/**
 * A queue between the driver, which pushes rows, and the reader, which takes pieces of the result. Pauses the socket while enough pieces
 * are ready.
 */
export class RowQueue<Piece> {
  private readonly ready: Piece[] = [];
  private isFinished = false;
  private failure: Error | undefined;
  private isPaused = false;
  private isHeld = false;
  private waiter: Waiter | undefined;

  constructor(private readonly connection: PoolConnection) {}

  /** Whether the statement has finished or failed: the server sends nothing more. */
  get isOver(): boolean {
    return this.isFinished || this.failure !== undefined;
  }

  /** Whether all pieces have been taken. */
  get isAtEnd(): boolean {
    return this.isFinished && this.failure === undefined && this.ready.length === 0;
  }

  push(piece: Piece): void {
    this.ready.push(piece);
    if (this.ready.length >= READY && !this.isPaused) this.pause(true);
    this.settle();
  }

  /** Keeps the socket paused until the statement is closed: no more pieces are needed. */
  hold(): void {
    this.isHeld = true;
    if (!this.isPaused) this.pause(true);
  }

  /**
   * Resumes the socket after the last row: the connection is free for another command, even if no reader takes the pieces that are ready.
   */
  free(): void {
    if (this.isPaused) this.pause(false);
  }

  /** Ends the queue: the connection can run another statement. */
  finish(): void {
    this.isFinished = true;
    this.free();
    this.settle();
  }

  fail(error: Error): void {
    this.failure ??= error;
    this.settle();
  }

  /** Resolves when a piece is ready or all have been taken. Must not be called again before the promise has settled. */
  advance(): Promise<void> {
    if (this.isPaused && !this.isHeld && this.ready.length < READY) this.pause(false);
    return new Promise((resolve, reject) => {
      this.waiter = { resolve, reject };
      this.settle();
    });
  }

  /** Returns the next piece that is ready; undefined if there is none. */
  take(): Piece | undefined {
    return this.ready.shift();
  }

  private settle(): void {
    const { waiter } = this;
    if (waiter === undefined || (this.ready.length === 0 && !this.isOver)) return;
    this.waiter = undefined;
    if (this.ready.length === 0 && this.failure !== undefined) waiter.reject(this.failure);
    else waiter.resolve();
  }

  private pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    if (isPaused) this.connection.pause();
    else this.connection.resume();
  }
}
