import { type PoolConnection } from 'mysql2';

const READY = 2;

interface Taker<Piece> {
  readonly resolve: (piece: Piece | undefined) => void;
  readonly reject: (failure: Error) => void;
}

/** Between the driver, which pushes rows, and the reader, who takes pieces of the result: while enough lie ready the socket is paused. */
export class RowQueue<Piece> {
  private readonly ready: Piece[] = [];
  private isFinished = false;
  private failure: Error | undefined;
  private isPaused = false;
  private isHeld = false;
  private taker: Taker<Piece> | undefined;

  constructor(private readonly connection: PoolConnection) {}

  /** The server has nothing more to say to this statement. */
  get isOver(): boolean {
    return this.isFinished || this.failure !== undefined;
  }

  /** All has been taken that there was. */
  get isAtEnd(): boolean {
    return this.isFinished && this.failure === undefined && this.ready.length === 0;
  }

  push(piece: Piece): void {
    this.ready.push(piece);
    if (this.ready.length >= READY && !this.isPaused) this.pause(true);
    this.give();
  }

  /** Nobody wants what comes behind this: the socket stays paused until the statement is given up. */
  hold(): void {
    this.isHeld = true;
    if (!this.isPaused) this.pause(true);
  }

  /** All rows have come: the connection is free for what is asked next, also where nobody takes what lies ready. */
  free(): void {
    if (this.isPaused) this.pause(false);
  }

  /** The connection serves another statement next. */
  finish(): void {
    this.isFinished = true;
    this.free();
    this.give();
  }

  fail(error: Error): void {
    this.failure ??= error;
    this.give();
  }

  /** The piece that comes next; undefined after the last. To be called again when the promise has settled. */
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
