import { type DuckDBInstance } from '@duckdb/node-api';
import { type CompiledQuery, type PrintedRows, type RowPrinting, type RowStream } from '../../model';
import { type Engine, type PageText, type RunOptions } from '../running/engine';
import { refusals } from '../running/refusals';
import { type Slots, Statements } from '../running/statements';
import { CellChunks } from './cell-chunks';
import { classifyDuckDbError } from './classify-duckdb-error';
import { type ChunkReader } from './chunk-reader';
import { DuckDbConnections } from './duckdb-connections';
import { DuckDbCursor } from './duckdb-cursor';
import { type KeptStatements } from './prepared-statements';
import { PrintedChunks } from './printed-chunks';
import { findCalled, type RefusedCall, refusedFunctions } from './refused-functions';

/**
 * The resources that all embedded engines of a process share: each running statement uses a thread of the one pool, each kept one a part of
 * the memory.
 */
export interface EmbeddedShare {
  readonly slots: Slots;
  readonly kept: KeptStatements;
}

/** An engine over an embedded DuckDB. */
export class DuckDbEngine implements Engine {
  readonly dialect = 'duckdb';
  private readonly connections: DuckDbConnections;
  private readonly statements: Statements;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly instance: DuckDBInstance,
    { slots, kept }: EmbeddedShare,
  ) {
    this.connections = new DuckDbConnections(instance, kept);
    this.statements = new Statements(slots);
  }

  get isIdle(): boolean {
    return this.statements.isIdle;
  }

  async run(query: CompiledQuery, options: RunOptions): Promise<RowStream> {
    const reader = new CellChunks(query.columns);
    return {
      columns: query.columns,
      batches: await this.pieces(query, reader, options),
      comparable: reader.comparable,
    };
  }

  async print(query: CompiledQuery, printing: RowPrinting, options: RunOptions): Promise<PrintedRows> {
    const reader = new PrintedChunks(query.columns, printing);
    const printed = await this.pieces(query, reader, options);
    return { columns: query.columns, printed, rowCount: () => reader.rowCount };
  }

  async printPage(query: CompiledQuery, { printing, page }: PageText, options: RunOptions): Promise<PrintedRows> {
    const reader = new PrintedChunks(query.columns, printing, page);
    const printed = await this.pieces(query, reader, options);
    return { columns: query.columns, printed, comparable: reader.comparable, rowCount: () => reader.rowCount };
  }

  async prepare(sql: string, { timeoutMs }: RunOptions): Promise<void> {
    const connection = await this.instance.connect();
    const end = setTimeout(() => {
      connection.interrupt();
    }, timeoutMs);
    try {
      (await connection.prepare(sql)).destroySync();
    } catch (error) {
      throw classifyDuckDbError(error);
    } finally {
      clearTimeout(end);
      connection.disconnectSync();
    }
  }

  async ping(): Promise<void> {
    const connection = await this.instance.connect();
    try {
      await connection.run('SELECT 1');
    } catch (error) {
      throw refusals.unavailable(error);
    } finally {
      connection.disconnectSync();
    }
  }

  /** Returns the first call in a SQL string of a table function that mappings may not call. The SQL is only searched, not run. */
  async findRefusedCall(text: string): Promise<RefusedCall | undefined> {
    const connection = await this.instance.connect();
    try {
      return findCalled(text, await refusedFunctions(connection));
    } finally {
      connection.disconnectSync();
    }
  }

  close(): Promise<void> {
    this.closing ??= this.statements.close().then(() => {
      this.connections.close();
      this.instance.closeSync();
    });
    return this.closing;
  }

  private async pieces<Piece>(
    query: CompiledQuery,
    reader: ChunkReader<Piece>,
    options: RunOptions,
  ): Promise<AsyncIterable<Piece>> {
    const open = (onClosed: () => void): DuckDbCursor<Piece> =>
      new DuckDbCursor(this.connections, query, reader, onClosed);
    return (await this.statements.run(options, open)).pieces;
  }
}
