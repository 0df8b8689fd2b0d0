import { type PoolConnection } from 'mysql2';

const READY = 2;

/** Between the driver, which pushes rows, and the reader, who takes pieces of the result: while enough lie ready the socket is paused. */
export class RowQueue<Piece> {
  /** Called when the server has nothing more to say. */
  onOver: () => void = () => undefined;
  private readonly ready: Piece[] = [];
  private isFinished = false;
  private failure: Error | undefined;
  private isPaused = false;
  private isHeld = false;
  private wake: () => void = () => undefined;

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
    this.wake();
  }

  /** Nobody wants what comes behind this: the socket stays paused until the statement is given up. */
  hold(): void {
    this.isHeld = true;
    if (!this.isPaused) this.pause(true);
  }

  /** The connection serves another statement next, also where nobody takes what lies ready. */
  finish(): void {
    this.isFinished = true;
    if (this.isPaused) this.pause(false);
    this.onOver();
    this.wake();
  }

  fail(error: Error): void {
    this.failure ??= error;
    this.onOver();
    this.wake();
  }

  /** The piece that comes next; undefined after the last. */
  async take(): Promise<Piece | undefined> {
    if (this.isPaused && !this.isHeld && this.ready.length < READY) this.pause(false);
    if (this.ready.length === 0 && !this.isOver) await new Promise<void>((resolve) => (this.wake = resolve));
    const piece = this.ready.shift();
    if (piece === undefined && this.failure !== undefined) throw this.failure;
    return piece;
  }

  private pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    if (isPaused) this.connection.pause();
    else this.connection.resume();
  }
}
