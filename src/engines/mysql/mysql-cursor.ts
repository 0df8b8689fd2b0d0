import { type PoolConnection, type Query } from 'mysql2';
import { type CompiledQuery } from '../../model';
import { type Cursor } from '../running/cursor';
import { assertAble } from './abilities';
import { bindMySqlValue } from './bind-value';
import { type ReadRows, type RowReader } from './cell-rows';
import { classifyMySqlError, isConnectionLost, isNodeAway, isStatementLost } from './classify-mysql-error';
import { findIncomplete } from './find-incomplete';
import { isOutOfCluster } from './is-out-of-cluster';
import { type MySqlNode, type MySqlNodes, type TakenMySqlNode } from './mysql-nodes';
import { countWarnings, type DriverExecution, type Listener, readPackets, repeatExecution } from './repeated-execution';
import { RowQueue } from './row-queue';

/** How to execute a statement: without preparation, prepared by the driver, or as the connection has executed it before. */
type Way = 'query' | 'prepare' | 'repeat';

/**
 * A cursor over one prepared statement on a connection to one of the servers. The connection keeps a plain SELECT for the next execution,
 * which saves a round trip and half the time of a point query. Any other statement is prepared each time: on MariaDB 10.11, its second
 * execution may return wrong rows, or never return if a sub-query refers to a derived table around it or a view contains a query of that
 * kind (related to MDEV-30073, "Wrong result on 2nd execution of PS").
 */
export class MySqlCursor<Piece> implements Cursor<Piece> {
  comparable: readonly boolean[] = [];
  private taken: TakenMySqlNode | undefined;
  private rows: RowQueue<Piece> | undefined;
  private reader: RowReader | undefined;
  private opening: Promise<TakenMySqlNode> | undefined;
  private isLost = false;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly nodes: MySqlNodes,
    private readonly query: CompiledQuery,
    private readonly readRows: ReadRows<Piece>,
    private readonly onClosed: () => void,
  ) {}

  get isAtEnd(): boolean {
    return this.rows?.isAtEnd === true;
  }

  get rowCount(): number {
    return this.reader?.rowCount ?? 0;
  }

  advance(): Promise<void> {
    return (this.rows?.advance() ?? this.open()).catch((error: unknown) => {
      this.isLost ||= isConnectionLost(error);
      throw classifyMySqlError(error);
    });
  }

  take(): Piece | undefined {
    return this.rows?.take();
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  /**
   * Opens the statement, and resolves when its first piece has arrived. If its connection, its preparation or its server fails before the
   * first row, the statement is executed once more: the connection may have died since it was last used, destroying it frees all its prepared
   * statements, and another server may be available. There is only one retry, so that a statement that crashes servers does not crash a third one.
   * Rejections by servers that are out of their cluster do not count, because the statement did not run there.
   */
  private async open(): Promise<void> {
    const abilities = this.nodes.knownAbilities ?? (await this.nodes.abilities());
    assertAble(abilities, this.query);
    for (let isFirst = true, avoided: MySqlNode | undefined; ;) {
      const taken = await this.connect(avoided);
      this.taken = taken;
      try {
        const way = isFirst && this.nodes.repeatsExecutions ? 'repeat' : 'prepare';
        const chosen = abilities.hasPreparedStatements ? way : 'query';
        await taken.node.whileAlive(this.execute(taken.connection, chosen).advance());
        return;
      } catch (error) {
        if (this.closing !== undefined) throw error;
        taken.node.noteFailure(error, taken.isUsed);
        if (!isOutOfCluster(error)) {
          if (!isFirst || !this.mayAskAgain(taken, error)) throw error;
          isFirst = false;
        }
        this.rows?.fail(error as Error);
        taken.connection.destroy();
        avoided = taken.node;
      }
    }
  }

  private mayAskAgain({ isUsed }: TakenMySqlNode, error: unknown): boolean {
    if (isStatementLost(error)) return true;
    return this.nodes.states.length > 1 ? isNodeAway(error) : isUsed && isConnectionLost(error);
  }

  private connect(avoided?: MySqlNode): Promise<TakenMySqlNode> {
    if (this.closing !== undefined) throw new Error('the statement was cancelled before it started');
    this.leave();
    this.opening = this.nodes.take(avoided);
    return this.opening;
  }

  private leave(): void {
    this.taken?.node.leave();
    this.taken = undefined;
  }

  private execute(connection: PoolConnection, way: Way): RowQueue<Piece> {
    if (this.closing !== undefined) throw new Error('the statement was cancelled before it started');
    const rows = new RowQueue<Piece>(connection);
    this.rows = rows;
    const reader = this.readRows(rows);
    this.reader = reader;
    const listener: Listener = {
      reader,
      begin: (fields) => {
        reader.begin(fields);
        if (this.rows === rows) this.comparable = reader.comparable;
      },
      end: (warnings) => {
        const finish = (): void => {
          reader.end();
          rows.finish();
        };
        if (warnings === 0) finish();
        else this.check(rows, connection, finish);
      },
      fail: (error) => {
        rows.fail(error);
      },
    };
    if (way === 'query') this.drive(connection, connection.query(this.query.sql), listener);
    else if (way === 'prepare' || !repeatExecution(connection, this.query, listener))
      this.prepare(connection, listener);
    return rows;
  }

  /** Fails the rows if a warning says that they are incomplete. The last rows are held back until that is known. */
  private check(rows: RowQueue<Piece>, connection: PoolConnection, finish: () => void): void {
    rows.free();
    void findIncomplete(connection).then((error) => {
      if (error === undefined) finish();
      else rows.fail(error);
    });
  }

  private prepare(connection: PoolConnection, listener: Listener): void {
    const { sql, parameters } = this.query;
    const asked = connection.execute(sql, parameters.map(bindMySqlValue));
    readPackets(connection, sql, asked as DriverExecution, listener.reader);
    this.drive(connection, asked, listener);
  }

  private drive(connection: PoolConnection, asked: Query, { reader, begin, end, fail }: Listener): void {
    const warnings = countWarnings(asked);
    // an error that ends a connection is emitted on the connection only
    connection.on('error', fail);
    asked
      .on('fields', begin)
      .on('result', (row: unknown) => {
        if (Array.isArray(row)) reader.add(row);
      })
      .on('error', fail)
      .on('end', () => {
        connection.off('error', fail);
        end(warnings());
      });
  }

  private async end(): Promise<void> {
    if (this.taken === undefined) await this.opening?.catch(() => undefined);
    const { taken, rows } = this;
    const isRunning = rows?.isOver === false;
    if (taken !== undefined) {
      if (isRunning && !this.isLost) await this.nodes.discard(taken);
      else this.release(taken);
    }
    if (isRunning) rows.fail(new Error('the statement was cancelled'));
    this.leave();
    this.onClosed();
  }

  private release({ connection }: TakenMySqlNode): void {
    if (this.isLost) connection.destroy();
    else {
      if (this.query.isPlainSelect !== true) connection.unprepare(this.query.sql);
      connection.release();
    }
  }
}
