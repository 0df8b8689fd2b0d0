import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DuckDBDataChunk } from '@duckdb/node-api';
import { type CompiledQuery } from '../../model';
import { type Cursor } from '../running/cursor';
import { type ChunkReader } from './chunk-reader';
import { classifyDuckDbError } from './classify-duckdb-error';
import { type DuckDbConnections, type DuckDbSession } from './duckdb-connections';
import { type DuckDbRows, openRows } from './duckdb-rows';

const INTERRUPT_EVERY_MS = 10;

/** One statement on its own connection, which is reused if the statement has come to its end. */
export class DuckDbCursor<Piece> implements Cursor<Piece> {
  private session: DuckDbSession | undefined;
  private rows: DuckDbRows | undefined;
  private chunk: DuckDBDataChunk | undefined;
  private position = 0;
  private piece: Piece | undefined;
  private working: Promise<unknown> = Promise.resolve();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly connections: DuckDbConnections,
    private readonly query: CompiledQuery,
    private readonly reader: ChunkReader<Piece>,
    private readonly onClosed: () => void,
  ) {}

  get comparable(): readonly boolean[] {
    return this.reader.comparable;
  }

  get isAtEnd(): boolean {
    return this.chunk === undefined && this.rows?.isAtEnd === true;
  }

  get rowCount(): number {
    return this.reader.rowCount;
  }

  advance(): Promise<void> {
    const arrived = this.read().catch((error: unknown) => {
      throw classifyDuckDbError(error);
    });
    this.working = arrived.catch(() => undefined);
    return arrived;
  }

  take(): Piece | undefined {
    const { piece } = this;
    this.piece = undefined;
    return piece;
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async read(): Promise<void> {
    this.rows ??= await this.start();
    if (this.chunk === undefined) {
      this.chunk = await this.rows.next();
      this.position = 0;
    } else {
      await nextTurn();
    }
    if (this.chunk === undefined || this.reader.isDone) return;
    const { piece, to } = this.reader.read(this.chunk, this.position);
    this.position = to;
    if (to >= this.chunk.rowCount) this.chunk = undefined;
    this.piece = piece;
  }

  private async start(): Promise<DuckDbRows> {
    this.session = await this.connections.take();
    const rows = await openRows(this.session, this.query, this.connections.shortAnswers);
    this.reader.begin(rows.types);
    return rows;
  }

  private async end(): Promise<void> {
    if (this.rows?.isOver !== true) await this.stop();
    const isFree = this.rows?.isOver === true;
    this.chunk = undefined;
    this.rows = undefined;
    if (this.session !== undefined) {
      if (isFree) this.connections.release(this.session);
      else this.session.end();
    }
    this.onClosed();
  }

  /**
   * Stops the statement. Repeats the interrupt until the work has stopped, because one that arrives before the statement has begun is lost.
   */
  private async stop(): Promise<void> {
    const interrupt = setInterval(() => this.session?.interrupt(), INTERRUPT_EVERY_MS);
    this.session?.interrupt();
    await this.working;
    clearInterval(interrupt);
  }
}
