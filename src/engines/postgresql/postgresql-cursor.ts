import { type PoolClient } from 'pg';
import { type CompiledQuery } from '../../model';
import { orDestroy } from '../nodes/or-destroy';
import { BATCH_ROWS, type Cursor } from '../running/cursor';
import { classifyPostgreSqlError, isConnectionLost, isNodeAway, isRecoveryConflict } from './classify-postgresql-error';
import { Portal, type Portion, type RowReceiver } from './portal';
import { type PostgreSqlNode, type PostgreSqlNodes, type TakenPostgreSqlNode } from './postgresql-nodes';
import { streamOf } from './postgresql-pool';
import { type PortionReader } from './portion-reader';
import { type SettingValues } from './postgresql-session';
import { type RowMessage } from './row-message';
import { PORTION_BYTES, type ShortReads } from './short-reads';

/** The rows of the first portion: most pages are shorter, and rows may be wide. */
const FIRST_ROWS = 100;

/** A statement, the settings of its transaction, and the statements of its data source that are run in one round trip. */
interface PostgreSqlStatement {
  readonly query: CompiledQuery;
  readonly settings: SettingValues;
  readonly shortReads: ShortReads;
}

/**
 * A cursor over one statement on a connection to one of the servers. A short answer is fetched in one round trip, a long one in portions,
 * so that the rows of a portion fit in memory.
 */
export class PostgreSqlCursor<Piece> implements Cursor<Piece> {
  isAtEnd = false;
  private reader: PortionReader<Piece> | undefined;
  /** The rows of the current portion and their bytes. */
  private size = { rows: 0, bytes: 0 };
  /** Those of all portions so far. */
  private readonly total = { rows: 0, bytes: 0 };
  private taking: Promise<TakenPostgreSqlNode> | undefined;
  private portal: Portal | undefined;
  /** Settles when the server has responded to the last request. */
  private running: Promise<unknown> | undefined;
  private nextRows = FIRST_ROWS;
  private isLost = false;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly nodes: PostgreSqlNodes,
    private readonly statement: PostgreSqlStatement,
    private readonly readRows: () => PortionReader<Piece>,
    private readonly onClosed: () => void,
  ) {}

  get comparable(): readonly boolean[] {
    return this.reader?.comparable ?? [];
  }

  get rowCount(): number {
    return this.reader?.rowCount ?? 0;
  }

  async advance(): Promise<void> {
    if (this.isAtEnd) return;
    this.size = { rows: 0, bytes: 0 };
    try {
      const portion = await (this.portal === undefined ? this.open() : this.respond(this.portal.fetch(this.nextRows)));
      this.isAtEnd = portion.isLast || this.reader?.isOver === true;
      const { rows, bytes } = this.size;
      if (this.portal !== undefined) this.measure(portion);
      this.nextRows = Math.max(1, Math.min(BATCH_ROWS, Math.floor((PORTION_BYTES * rows) / Math.max(1, bytes))));
    } catch (error) {
      throw classifyPostgreSqlError(error);
    }
  }

  take(): Piece | undefined {
    return this.reader?.take();
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  /**
   * Opens the portal and returns its first rows. If its connection or its server fails before the first row, the statement is run once more:
   * the connection may have died since it was last used, and another server may be available; a standby may have cancelled it for a change
   * of its primary. There is only one retry, so that a statement
   * that crashes servers does not crash a third one.
   */
  private async open(): Promise<Portion> {
    for (let isFirst = true, avoided: PostgreSqlNode | undefined; ; isFirst = false) {
      const taken = await this.connect(avoided);
      try {
        return await taken.node.whileAlive(this.start(taken));
      } catch (error) {
        if (this.closing !== undefined) throw error;
        taken.node.noteFailure(error, taken.isUsed);
        if (!isFirst || !this.mayRunAgain(taken, error)) throw error;
        this.taking = undefined;
        taken.connection.release(true);
        taken.node.leave();
        avoided = taken.node;
      }
    }
  }

  private mayRunAgain({ isUsed }: TakenPostgreSqlNode, error: unknown): boolean {
    if (isRecoveryConflict(error)) return true;
    return this.nodes.states.length > 1 ? isNodeAway(error) : isUsed && isConnectionLost(error);
  }

  private connect(avoided?: PostgreSqlNode): Promise<TakenPostgreSqlNode> {
    this.assertOpen();
    this.taking = this.nodes.take(avoided);
    return this.taking;
  }

  private start(taken: TakenPostgreSqlNode): Promise<Portion> {
    this.assertOpen();
    this.portal = undefined;
    const { shortReads, query } = this.statement;
    return this.respond(shortReads.expects(query) ? this.readShort(taken) : this.openPortal(taken.connection));
  }

  /** Runs the statement in one round trip; if its answer is not short, as it was before, once more through a portal. */
  private async readShort({ node, connection }: TakenPostgreSqlNode): Promise<Portion> {
    const cancel = (): Promise<void> => node.pool.cancel(connection);
    const reading = { connection, receive: () => this.receive(), cancel };
    const isShort = await this.statement.shortReads.run(this.statement, reading);
    return isShort ? { isLast: true } : this.openPortal(connection);
  }

  private openPortal(connection: PoolClient): Promise<Portion> {
    const { query, settings } = this.statement;
    const portal = new Portal(connection, this.receive());
    this.portal = portal;
    return portal.open(query, settings, this.nextRows);
  }

  /** Begins to read the rows from the first one. */
  private receive(): RowReceiver {
    this.assertOpen();
    this.size = { rows: 0, bytes: 0 };
    this.reader = this.readRows();
    return this.receiverFor(this.reader);
  }

  /** Adds a portion to the size of the answer. */
  private measure({ isLast }: Portion): void {
    const { total, size, statement } = this;
    total.rows += size.rows;
    total.bytes += size.bytes;
    statement.shortReads.note(statement.query.sql, total, isLast);
  }

  /** Passes rows on to a reader, and measures them. */
  private receiverFor(reader: PortionReader<Piece>): RowReceiver {
    return {
      begin: (fields) => {
        reader.begin(fields);
      },
      add: (row: RowMessage) => {
        this.size.rows++;
        this.size.bytes += row.length;
        reader.add(row);
      },
    };
  }

  private assertOpen(): void {
    if (this.closing !== undefined) throw new Error('the statement was cancelled before it started');
  }

  /** Returns the response of the server, which `end` waits for. */
  private respond(response: Promise<Portion>): Promise<Portion> {
    this.isLost = false;
    const ended = (): void => {
      this.running = undefined;
    };
    const failed = (error: unknown): void => {
      this.isLost = isConnectionLost(error);
      ended();
    };
    this.running = response.then(ended, failed);
    return response;
  }

  /** Stops the statement if it runs, ends its transaction, and returns the connection to the pool unless it is lost. */
  private async end(): Promise<void> {
    const taken = await this.taking?.catch(() => undefined);
    if (taken !== undefined) {
      const { node, connection } = taken;
      const isInOrder = await this.finish(taken).then(
        () => !this.isLost,
        () => false,
      );
      connection.release(!isInOrder);
      node.leave();
    }
    this.onClosed();
  }

  private async finish({ node, connection }: TakenPostgreSqlNode): Promise<void> {
    const { running } = this;
    if (running !== undefined) {
      await node.pool.cancel(connection);
      await orDestroy(streamOf(connection), running);
    }
    if (this.portal !== undefined && !this.isLost) {
      await orDestroy(streamOf(connection), connection.query('COMMIT'));
    }
  }
}
