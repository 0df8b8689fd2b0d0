import { type FieldPacket, type PoolConnection, type QueryError } from 'mysql2';
import { type CompiledQuery } from '../../model';
import { type Batch, type Cursor } from '../running/cursor';
import { bindMySqlValue } from './bind-value';
import { classifyMySqlError, isConnectionLost } from './classify-mysql-error';
import { type MySqlPool } from './mysql-pool';
import { mySqlComparable, mySqlReaders, readMySqlCells } from './read-mysql-cells';
import { RowQueue } from './row-queue';

/** One prepared statement on a connection of the pool. */
export class MySqlCursor implements Cursor {
  comparable: readonly boolean[] = [];
  private connection: PoolConnection | undefined;
  private rows: RowQueue | undefined;
  private opening: Promise<unknown> = Promise.resolve();
  private isLost = false;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly pool: MySqlPool,
    private readonly query: CompiledQuery,
    private readonly onClosed: () => void,
  ) {}

  async next(): Promise<Batch | undefined> {
    try {
      return await (this.rows?.take() ?? this.open());
    } catch (error) {
      this.isLost ||= isConnectionLost(error);
      throw classifyMySqlError(error);
    }
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  /** A connection may have died since it was last used: what has shown no row yet is asked once more, on another one. */
  private async open(): Promise<Batch | undefined> {
    const { connection, isUsed } = await this.connect();
    try {
      return await this.execute(connection).take();
    } catch (error) {
      if (!isUsed || this.closing !== undefined || !isConnectionLost(error)) throw error;
      connection.destroy();
      const another = await this.connect();
      return this.execute(another.connection).take();
    }
  }

  private async connect(): Promise<Awaited<ReturnType<MySqlPool['take']>>> {
    this.connection = undefined;
    const taking = this.pool.take();
    this.opening = taking.catch(() => undefined);
    const taken = await taking;
    this.connection = taken.connection;
    return taken;
  }

  private execute(connection: PoolConnection): RowQueue {
    if (this.closing !== undefined) throw new Error('the statement was given up before it began');
    const { sql, parameters, columns } = this.query;
    const rows = new RowQueue(connection);
    this.rows = rows;
    let readers: ReturnType<typeof mySqlReaders> = [];
    connection
      .execute({ sql, values: parameters.map(bindMySqlValue), rowsAsArray: true })
      .on('fields', (fields: FieldPacket[]) => {
        readers = mySqlReaders(fields, columns);
        this.comparable = mySqlComparable(fields, columns);
      })
      .on('result', (row: unknown) => {
        if (Array.isArray(row)) rows.add(readMySqlCells(row, readers));
      })
      .on('error', (error: QueryError) => {
        rows.fail(error);
      })
      .on('end', () => {
        rows.finish();
      });
    return rows;
  }

  private async end(): Promise<void> {
    await this.opening;
    if (this.connection !== undefined) await this.giveBack(this.connection);
    this.onClosed();
  }

  private async giveBack(connection: PoolConnection): Promise<void> {
    if (this.isLost) connection.destroy();
    else if (this.rows === undefined || this.rows.isOver) connection.release();
    else await this.pool.discard(connection);
  }
}
