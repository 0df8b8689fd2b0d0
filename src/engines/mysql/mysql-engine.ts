import { type ConnectionOptions } from 'mysql2';
import { type Environment } from '../../config';
import {
  type CompiledQuery,
  type PackedForm,
  type PackedRows,
  type PackedStream,
  type PrintedRows,
  type RowPrinting,
  type RowStream,
} from '../../model';
import { type Engine, type NodeState, type PageText, type RunOptions } from '../running/engine';
import { ALL_ROWS } from '../printing/text-pieces';
import { type Batch, type Cursor } from '../running/cursor';
import { OPENING_MS, Proof } from '../running/proof';
import { Slots, Statements } from '../running/statements';
import { classifyMySqlError } from './classify-mysql-error';
import { MySqlCursor } from './mysql-cursor';
import { MySqlNodes } from './mysql-nodes';
import { PackedReader } from './packed-reader';
import { PrintedText } from './printed-text';
import { CellRows, PacketCellRows, type ReadRows } from './cell-rows';

/**
 * The limit on concurrent statements and on connections to each server, how long an unused connection is kept, and whether executions are
 * repeated without the driver.
 */
export type PoolSettings = Pick<Environment, 'poolSize' | 'dataSourceIdleMs' | 'mysqlRepeatExecutions'>;

/** The engine of one data source on servers of the MySQL family. Connects on first use. */
export class MySqlEngine implements Engine {
  readonly dialect = 'mysql';
  private readonly nodes: MySqlNodes;
  private readonly statements: Statements;
  private readonly proof: Proof;
  private closing: Promise<void> | undefined;

  constructor(
    servers: readonly ConnectionOptions[],
    { poolSize, dataSourceIdleMs, mysqlRepeatExecutions }: PoolSettings,
  ) {
    const bounds = { size: poolSize, idleMs: dataSourceIdleMs };
    this.nodes = new MySqlNodes(servers, { ...bounds, repeatsExecutions: mysqlRepeatExecutions });
    this.statements = new Statements(new Slots(poolSize));
    this.proof = new Proof(() => this.ping(), servers.length * OPENING_MS);
  }

  get nodeStates(): readonly NodeState[] {
    return this.nodes.states;
  }

  get isIdle(): boolean {
    return this.statements.isIdle;
  }

  run(query: CompiledQuery, options: RunOptions): Promise<RowStream> {
    return this.runCells(query, (queue) => new CellRows(queue, query.columns), options);
  }

  runFast(query: CompiledQuery, options: RunOptions): Promise<RowStream> {
    return this.runCells(query, (queue) => new PacketCellRows(queue, query.columns), options);
  }

  async pack(query: CompiledQuery, form: PackedForm, options: RunOptions): Promise<PackedStream> {
    const read: ReadRows<Batch | PackedRows> = (queue) => new PackedReader(queue, query.columns, form);
    const { pieces } = await this.read(query, read, options);
    return { columns: query.columns, packed: pieces };
  }

  print(query: CompiledQuery, printing: RowPrinting, options: RunOptions): Promise<PrintedRows> {
    return this.printText(query, { printing, page: ALL_ROWS }, options);
  }

  async printPage(query: CompiledQuery, text: PageText, options: RunOptions): Promise<PrintedRows> {
    const printed = await this.printText(query, text, options);
    return { ...printed, printed: untilEmpty(printed.printed) };
  }

  async prepare(sql: string, { timeoutMs }: RunOptions): Promise<void> {
    if (!this.proof.isGiven) await this.proof.give();
    try {
      await this.nodes.prepare(sql, timeoutMs);
    } catch (error) {
      throw classifyMySqlError(error);
    }
  }

  async ping(): Promise<void> {
    try {
      await this.nodes.ping();
    } catch (error) {
      throw classifyMySqlError(error);
    }
  }

  close(): Promise<void> {
    this.closing ??= this.statements.close().then(() => this.nodes.close());
    return this.closing;
  }

  private async runCells(query: CompiledQuery, read: ReadRows<Batch>, options: RunOptions): Promise<RowStream> {
    const { pieces, comparable } = await this.read(query, read, options);
    return { columns: query.columns, comparable, batches: pieces };
  }

  private async printText(
    query: CompiledQuery,
    { printing, page }: PageText,
    options: RunOptions,
  ): Promise<PrintedRows> {
    const { columns } = query;
    let reader: PrintedText | undefined;
    const read: ReadRows<Buffer> = (queue) => (reader = new PrintedText(queue, { columns, printing, page }));
    const { pieces, comparable } = await this.read(query, read, options);
    return { columns, printed: pieces, comparable, rowCount: () => reader?.rowCount ?? 0 };
  }

  /** Runs a statement, and returns its rows in the pieces that `read` makes of them. */
  private async read<Piece>(query: CompiledQuery, read: ReadRows<Piece>, options: RunOptions) {
    const open = (onClosed: () => void): Cursor<Piece> => new MySqlCursor(this.nodes, query, read, onClosed);
    if (!this.proof.isGiven) await this.proof.give();
    return await this.statements.run(options, open);
  }
}

/** Yields the pieces before the first empty one. */
async function* untilEmpty(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    if (piece.length === 0) return;
    yield piece;
  }
}
