import { type FieldPacket, type PoolConnection } from 'mysql2';
import { type CompiledQuery } from '../../model';
import { type Batch, type Cursor } from '../running/cursor';
import { assertAble } from './abilities';
import { bindMySqlValue } from './bind-value';
import { classifyMySqlError, isConnectionLost, isNodeAway } from './classify-mysql-error';
import { type MySqlNode } from './mysql-node';
import { type MySqlNodes, type TakenNode } from './mysql-nodes';
import { mySqlComparable, mySqlReaders, readMySqlCells } from './read-mysql-cells';
import { RowQueue } from './row-queue';

/** One prepared statement on a connection of one of the servers. */
export class MySqlCursor implements Cursor {
  comparable: readonly boolean[] = [];
  private taken: TakenNode | undefined;
  private rows: RowQueue | undefined;
  private opening: Promise<unknown> = Promise.resolve();
  private isLost = false;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly nodes: MySqlNodes,
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

  /**
   * What has shown no row yet is asked once more where its connection or its server failed: a connection may have died since
   * it was last used, and another server may serve. Once only, so that a statement that ends servers ends no third one.
   */
  private async open(): Promise<Batch | undefined> {
    const abilities = await this.nodes.abilities();
    assertAble(abilities, this.query);
    const { hasPreparedStatements } = abilities;
    const taken = await this.connect();
    try {
      return await this.execute(taken.connection, hasPreparedStatements).take();
    } catch (error) {
      if (this.closing !== undefined) throw error;
      if (!taken.isUsed) taken.node.noteFailure(error);
      if (!this.mayAskAgain(taken, error)) throw error;
      taken.connection.destroy();
      const another = await this.connect(taken.node);
      return this.execute(another.connection, hasPreparedStatements).take();
    }
  }

  private mayAskAgain({ isUsed }: TakenNode, error: unknown): boolean {
    return this.nodes.states.length > 1 ? isNodeAway(error) : isUsed && isConnectionLost(error);
  }

  private async connect(avoided?: MySqlNode): Promise<TakenNode> {
    if (this.closing !== undefined) throw new Error('the statement was given up before it began');
    this.leave();
    const taking = this.nodes.take(avoided);
    this.opening = taking.catch(() => undefined);
    this.taken = await taking;
    this.taken.node.running++;
    return this.taken;
  }

  private leave(): void {
    if (this.taken !== undefined) this.taken.node.running--;
    this.taken = undefined;
  }

  private execute(connection: PoolConnection, isPrepared: boolean): RowQueue {
    if (this.closing !== undefined) throw new Error('the statement was given up before it began');
    const { sql, parameters, columns } = this.query;
    const rows = new RowQueue(connection);
    this.rows = rows;
    const fail = (error: Error) => {
      rows.fail(error);
    };
    // what ends a connection is told to the connection alone
    connection.on('error', fail);
    rows.onOver = () => connection.off('error', fail);
    let readers: ReturnType<typeof mySqlReaders> = [];
    const asked = isPrepared
      ? connection.execute({ sql, values: parameters.map(bindMySqlValue), rowsAsArray: true })
      : connection.query({ sql, rowsAsArray: true });
    asked
      .on('fields', (fields: FieldPacket[]) => {
        readers = mySqlReaders(fields, columns);
        this.comparable = mySqlComparable(fields, columns);
      })
      .on('result', (row: unknown) => {
        if (Array.isArray(row)) rows.add(readMySqlCells(row, readers));
      })
      .on('error', fail)
      .on('end', () => {
        rows.finish();
      });
    return rows;
  }

  private async end(): Promise<void> {
    await this.opening;
    const { taken } = this;
    if (taken !== undefined) await this.giveBack(taken);
    this.leave();
    this.onClosed();
  }

  private async giveBack(taken: TakenNode): Promise<void> {
    const { connection } = taken;
    if (this.isLost) connection.destroy();
    else if (this.rows === undefined || this.rows.isOver) connection.release();
    else await this.nodes.discard(taken);
  }
}
