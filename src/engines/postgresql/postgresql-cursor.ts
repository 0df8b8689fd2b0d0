import { type PoolClient } from 'pg';
import { type Cell, type CompiledQuery } from '../../model';
import { orDestroy } from '../nodes/or-destroy';
import { BATCH_ROWS, type Batch, type Cursor } from '../running/cursor';
import { classifyPostgreSqlError, isConnectionLost, isNodeAway, isRecoveryConflict } from './classify-postgresql-error';
import { Portal, type Portion, type Settings } from './portal';
import { type PostgreSqlNode, type PostgreSqlNodes, type TakenPostgreSqlNode } from './postgresql-nodes';
import { streamOf } from './postgresql-pool';
import { postgreSqlComparable, postgreSqlReaders, readPostgreSqlCells } from './read-postgresql-cells';

/** The rows of the first portion: most pages are shorter, and rows may be wide. */
const FIRST_ROWS = 100;
/** The number of characters that a portion should have, so that portions of wide rows are smaller. */
const PORTION_CHARACTERS = 2 ** 18;

/** A cursor over one statement on a connection to one of the servers, whose rows are fetched in portions. */
export class PostgreSqlCursor implements Cursor {
  comparable: readonly boolean[] = [];
  isAtEnd = false;
  rowCount = 0;
  private readers: ReturnType<typeof postgreSqlReaders> = [];
  private taking: Promise<TakenPostgreSqlNode> | undefined;
  private portal: Portal | undefined;
  /** Settles when the server has responded to the last request. */
  private running: Promise<unknown> | undefined;
  private nextRows = FIRST_ROWS;
  private isLost = false;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly nodes: PostgreSqlNodes,
    private readonly query: CompiledQuery,
    private readonly settings: Settings,
    private readonly onClosed: () => void,
  ) {}

  async next(): Promise<Batch | undefined> {
    if (this.isAtEnd) return undefined;
    try {
      const portion = await (this.portal === undefined ? this.open() : this.respond(this.portal.fetch(this.nextRows)));
      this.isAtEnd = portion.isLast;
      return portion.rows.length === 0 ? undefined : this.read(portion.rows);
    } catch (error) {
      throw classifyPostgreSqlError(error);
    }
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
        return await taken.node.whileAlive(this.start(taken.connection));
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

  private async start(connection: PoolClient): Promise<Portion> {
    this.assertOpen();
    const { columns } = this.query;
    const portal = new Portal(connection);
    this.portal = portal;
    const portion = await this.respond(portal.open(this.query, this.settings, this.nextRows));
    this.readers = postgreSqlReaders(portal.fields, columns);
    this.comparable = postgreSqlComparable(portal.fields, columns);
    return portion;
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

  private read(rows: Portion['rows']): Batch {
    const { readers } = this;
    let characters = 1;
    const batch: (readonly Cell[])[] = rows.map((row) => {
      for (const text of row) characters += text?.length ?? 0;
      return readPostgreSqlCells(row, readers);
    });
    this.rowCount += rows.length;
    const fitting = Math.floor((PORTION_CHARACTERS * rows.length) / characters);
    this.nextRows = Math.max(1, Math.min(BATCH_ROWS, fitting));
    return batch;
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
