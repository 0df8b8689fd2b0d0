import { type PoolClient } from 'pg';
import { type Node, type PoolBounds, type TakenNode } from '../nodes/node';
import { Nodes } from '../nodes/nodes';
import { orDestroy } from '../nodes/or-destroy';
import { postgreSqlErrors } from './node-errors';
import { type ServerOptions } from './postgresql-options';
import { PostgreSqlPool, streamOf } from './postgresql-pool';

export type PostgreSqlNode = Node<PoolClient, PostgreSqlPool>;
export type TakenPostgreSqlNode = TakenNode<PoolClient, PostgreSqlPool>;

/** The servers of one data source of the PostgreSQL family. */
export class PostgreSqlNodes extends Nodes<PoolClient, PostgreSqlPool> {
  constructor(servers: readonly ServerOptions[], bounds: PoolBounds) {
    super(
      servers.map((options) => new PostgreSqlPool(options, bounds)),
      postgreSqlErrors,
    );
  }

  /** Resolves when one of the servers responds. */
  async ping(): Promise<void> {
    await this.use(() => Promise.resolve());
  }

  /**
   * Runs `work` on a connection to one of the servers, and ends the transaction that it may have begun. Rejects after `limitMs`, by default
   * the limit of a short command.
   */
  async use(work: (connection: PoolClient) => Promise<void>, limitMs?: number): Promise<void> {
    const { node, connection } = await this.take();
    let failure: { readonly error: unknown } | undefined;
    try {
      const result = work(connection).catch((error: unknown) => {
        failure = { error };
      });
      await orDestroy(streamOf(connection), result.then(() => connection.query('COMMIT')), limitMs); // prettier-ignore
      connection.release();
    } catch (error) {
      connection.release(true);
      failure ??= { error };
    } finally {
      node.leave();
    }
    if (failure !== undefined) throw failure.error;
  }
}
