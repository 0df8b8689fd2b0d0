import { type ConnectionOptions, type PoolConnection } from 'mysql2';
import { type Node, type NodeErrors, type PoolBounds, type TakenNode } from '../nodes/node';
import { Nodes } from '../nodes/nodes';
import { orDestroy } from '../nodes/or-destroy';
import { type Abilities, probeAbilities } from './abilities';
import { isNodeAway } from './classify-mysql-error';
import { isOutOfCluster } from './is-out-of-cluster';
import { MySqlPool } from './mysql-pool';
import { killStatement } from './recognize-product';
import { silenceOf } from './silence-of';

export type MySqlNode = Node<PoolConnection, MySqlPool>;
export type TakenMySqlNode = TakenNode<PoolConnection, MySqlPool>;

/** Settings of all servers of a data source. */
interface NodeSettings extends PoolBounds {
  readonly repeatsExecutions: boolean;
}

const ERRORS: NodeErrors = { isNodeAway, isOutOfCluster, silenceOf };

/** The servers of one data source of the MySQL family, and what they are capable of. */
export class MySqlNodes extends Nodes<PoolConnection, MySqlPool> {
  private known: Abilities | undefined;
  private probing: Promise<Abilities> | undefined;

  /** Whether `repeatExecution`, not the driver, executes statements that a connection keeps prepared. */
  readonly repeatsExecutions: boolean;

  constructor(servers: readonly ConnectionOptions[], { repeatsExecutions, ...bounds }: NodeSettings) {
    super(
      servers.map((options) => new MySqlPool(options, bounds)),
      ERRORS,
    );
    this.repeatsExecutions = repeatsExecutions;
  }

  /** Resolves when one of the servers responds. */
  async ping(): Promise<void> {
    const { node, connection } = await this.take();
    try {
      await orDestroy(connection, connection.promise().ping());
      connection.release();
    } finally {
      node.leave();
    }
  }

  /** Resolves when one of the servers has prepared the statement. Rejects after `limitMs`. */
  async prepare(sql: string, limitMs: number): Promise<void> {
    const { node, connection } = await this.take();
    try {
      await orDestroy(connection, connection.promise().prepare(sql), limitMs);
      connection.unprepare(sql);
      connection.release();
    } finally {
      node.leave();
    }
  }

  /** The capabilities of the servers, if they are already known. */
  get knownAbilities(): Abilities | undefined {
    return this.known;
  }

  /** Probes the capabilities of the servers; concurrent callers share one probe. */
  abilities(): Promise<Abilities> {
    this.probing ??= this.findAbilities()
      .then((abilities) => (this.known = abilities))
      .finally(() => (this.probing = undefined));
    return this.probing;
  }

  /** Stops the running statement of a connection, and destroys the connection. */
  discard({ node, connection }: TakenMySqlNode): Promise<void> {
    return node.pool.discard(connection, killStatement(this.known?.product, connection.threadId));
  }

  private async findAbilities(avoided?: MySqlNode): Promise<Abilities> {
    const { node, connection } = await this.take(avoided);
    try {
      const abilities = await orDestroy(connection, probeAbilities(connection));
      connection.release();
      return abilities;
    } catch (error) {
      if (avoided !== undefined || !isNodeAway(error)) throw error;
      return await this.findAbilities(node);
    } finally {
      node.leave();
    }
  }
}
