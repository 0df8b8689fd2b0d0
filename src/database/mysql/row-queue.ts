import { type PoolConnection } from 'mysql2';
import { type Cell } from '../../model';
import { BATCH_ROWS, type Batch } from '../running/cursor';

type Row = readonly Cell[];

const READY_BATCHES = 2;
/** Wide rows make smaller batches. */
const BATCH_CHARACTERS = 2 ** 17;

/** Between the driver, which pushes rows, and the reader, who takes batches: while enough lie ready the socket is paused. */
export class RowQueue {
  /** Called when the server has nothing more to say. */
  onOver: () => void = () => undefined;
  private readonly ready: Batch[] = [];
  private batch: Row[] = [];
  private characters = 0;
  private isFinished = false;
  private failure: Error | undefined;
  private isPaused = false;
  private wake: () => void = () => undefined;

  constructor(private readonly connection: PoolConnection) {}

  /** The server has nothing more to say to this statement. */
  get isOver(): boolean {
    return this.isFinished || this.failure !== undefined;
  }

  add(row: Row): void {
    this.batch.push(row);
    for (const cell of row) if (typeof cell === 'string') this.characters += cell.length;
    if (this.batch.length < BATCH_ROWS && this.characters < BATCH_CHARACTERS) return;
    this.flush();
    if (this.ready.length >= READY_BATCHES && !this.isPaused) this.pause(true);
    this.wake();
  }

  finish(): void {
    if (this.batch.length > 0) this.flush();
    this.isFinished = true;
    this.onOver();
    this.wake();
  }

  fail(error: Error): void {
    this.failure ??= error;
    this.onOver();
    this.wake();
  }

  /** The batch that comes next; undefined after the last. */
  async take(): Promise<Batch | undefined> {
    if (this.isPaused && this.ready.length < READY_BATCHES) this.pause(false);
    if (this.ready.length === 0 && !this.isOver) await new Promise<void>((resolve) => (this.wake = resolve));
    const batch = this.ready.shift();
    if (batch === undefined && this.failure !== undefined) throw this.failure;
    return batch;
  }

  private flush(): void {
    this.ready.push(this.batch);
    this.batch = [];
    this.characters = 0;
  }

  private pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    if (isPaused) this.connection.pause();
    else this.connection.resume();
  }
}
