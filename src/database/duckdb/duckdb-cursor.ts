import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DuckDBConnection, type DuckDBDataChunk, type DuckDBInstance, type DuckDBResult } from '@duckdb/node-api';
import { type CompiledQuery } from '../../model';
import { BATCH_ROWS, type Batch, type Cursor } from '../running/cursor';
import { bindDuckDbValue } from './bind-value';
import { classifyDuckDbError } from './classify-duckdb-error';
import { duckDbComparable, duckDbReaders, readDuckDbCells } from './read-duckdb-cells';

const INTERRUPT_EVERY_MS = 10;

/** One statement on a connection of its own: a second one would silently end the stream of the first (design 5). */
export class DuckDbCursor implements Cursor {
  comparable: readonly boolean[] = [];
  private connection: DuckDBConnection | undefined;
  private result: DuckDBResult | undefined;
  private readers: ReturnType<typeof duckDbReaders> = [];
  private chunk: DuckDBDataChunk | undefined;
  private position = 0;
  private working: Promise<unknown> = Promise.resolve();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly instance: DuckDBInstance,
    private readonly query: CompiledQuery,
    private readonly onClosed: () => void,
  ) {}

  next(): Promise<Batch | undefined> {
    const batch = this.read().catch((error: unknown) => {
      throw classifyDuckDbError(error);
    });
    this.working = batch.catch(() => undefined);
    return batch;
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async read(): Promise<Batch | undefined> {
    this.result ??= await this.start();
    if (this.chunk === undefined || this.position >= this.chunk.rowCount) {
      this.chunk = (await this.result.fetchChunk()) ?? undefined;
      this.position = 0;
    } else {
      await nextTurn();
    }
    return this.chunk === undefined || this.chunk.rowCount === 0 ? undefined : this.convert(this.chunk);
  }

  private convert(chunk: DuckDBDataChunk): Batch {
    const from = this.position;
    this.position = Math.min(from + BATCH_ROWS, chunk.rowCount);
    return readDuckDbCells(chunk, this.readers, from, this.position);
  }

  private async start(): Promise<DuckDBResult> {
    const { sql, parameters, columns } = this.query;
    const bound = parameters.map(bindDuckDbValue);
    this.connection = await this.instance.connect();
    const result = await this.connection.stream(
      sql,
      bound.map(([value]) => value),
      bound.map(([, type]) => type),
    );
    this.readers = duckDbReaders(result.columnTypes(), columns);
    this.comparable = duckDbComparable(result.columnTypes(), columns);
    return result;
  }

  /** An interrupt that comes before the statement has begun is lost: it is repeated until the work has stopped. */
  private async end(): Promise<void> {
    const interrupt = setInterval(() => this.connection?.interrupt(), INTERRUPT_EVERY_MS);
    this.connection?.interrupt();
    await this.working;
    clearInterval(interrupt);
    this.chunk = undefined;
    this.result = undefined;
    this.connection?.disconnectSync();
    this.onClosed();
  }
}
