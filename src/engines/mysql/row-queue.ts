import { type PoolConnection } from 'mysql2';

const READY = 2;

interface Taker<Piece> {
  readonly resolve: (piece: Piece | undefined) => void;
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
  private taker: Taker<Piece> | undefined;

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
    this.give();
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
    this.give();
  }

  fail(error: Error): void {
    this.failure ??= error;
    this.give();
  }

  /** Returns the next piece; undefined after the last. Must not be called again before the promise has settled. */
  take(): Promise<Piece | undefined> {
    if (this.isPaused && !this.isHeld && this.ready.length < READY) this.pause(false);
    return new Promise((resolve, reject) => {
      this.taker = { resolve, reject };
      this.give();
    });
  }

  private give(): void {
    const { taker } = this;
    if (taker === undefined || (this.ready.length === 0 && !this.isOver)) return;
    this.taker = undefined;
    const piece = this.ready.shift();
    if (piece === undefined && this.failure !== undefined) taker.reject(this.failure);
    else taker.resolve(piece);
  }

  private pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    if (isPaused) this.connection.pause();
    else this.connection.resume();
  }
}
