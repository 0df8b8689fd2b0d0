import { setTimeout as sleep } from 'node:timers/promises';
import { type Knex } from 'knex';
import Mysql2Client, { type Connection, type Query } from 'knex/lib/dialects/mysql2';
import { type ConnectionOptions } from 'mysql2';
import {
  assertTakesStatements,
  isNodeAway,
  askServer,
  orDestroy,
  isOutOfCluster,
  ClusterRejoin,
  REJOIN_STEP_MS,
  silenceOf,
  whileAlive,
} from '../../engines';

const READS: ReadonlySet<unknown> = new Set(['select', 'first', 'pluck']);

/**
 * Returns the mysql2 dialect of knex over servers that hold the same data. All connections go to one of them: to the first until it fails,
 * then to the next. A read outside a transaction that lost its server is run once more on the next one; if there is only one server, on
 * that one, unless it hangs. `runTransaction` does the same for transactions.
 */
export function mySqlClientOver(options: readonly ConnectionOptions[]): typeof Knex.Client {
  const servers = new Servers(options);
  return class extends MySqlClient {
    override get servers(): Servers {
      return servers;
    }
  };
}

/** The servers, the one in use, and the server of each connection. */
class Servers {
  readonly rejoin = new ClusterRejoin();
  private readonly byConnection = new WeakMap<Connection, ConnectionOptions>();
  private index = 0;

  constructor(private readonly options: readonly ConnectionOptions[]) {}

  get count(): number {
    return this.options.length;
  }

  get current(): ConnectionOptions {
    return this.options[this.index] ?? {};
  }

  add(connection: Connection, server: ConnectionOptions): void {
    this.byConnection.set(connection, server);
  }

  of(connection: Connection): ConnectionOptions | undefined {
    return this.byConnection.get(connection);
  }

  /** Switches to the next server, unless another one has been chosen already. */
  leave(server: ConnectionOptions | undefined): void {
    if (server === this.current) this.index = (this.index + 1) % this.options.length;
  }
}

abstract class MySqlClient extends Mysql2Client {
  /** Defined on the prototype, because knex creates the clients of transactions without calling their constructor. */
  abstract get servers(): Servers;

  override async acquireRawConnection(): Promise<Connection> {
    for (let left = this.servers.count - 1; ; left--) {
      const server = this.servers.current;
      try {
        return await this.connectTo(server);
      } catch (error) {
        if (!isNodeAway(error)) throw error;
        this.servers.leave(server);
        this.servers.rejoin.noteFailure(error);
        if (left > 0) continue;
        if (!this.servers.rejoin.isNear) throw error;
        await sleep(REJOIN_STEP_MS);
      }
    }
  }

  override async validateConnection(connection: Connection): Promise<boolean> {
    return this.servers.of(connection) === this.servers.current && super.validateConnection(connection);
  }

  override async _query(connection: Connection, query: Query): Promise<Query> {
    try {
      return await this.ask(connection, query);
    } catch (error) {
      if (!isNodeAway(error)) throw error;
      connection.__knex__disposed = error;
      connection.destroy();
      const server = this.servers.of(connection);
      this.servers.leave(server);
      const isHung = this.servers.current === server && (error as { code?: unknown }).code === 'ETIMEDOUT';
      if (isHung || this.transacting === true || !READS.has(query.method)) throw error;
      return await this.askAgain(query);
    }
  }

  private async connectTo(server: ConnectionOptions): Promise<Connection> {
    this.connectionSettings = server;
    const connection = await super.acquireRawConnection();
    await orDestroy(connection, assertTakesStatements(connection));
    this.servers.rejoin.succeed();
    this.servers.add(connection, server);
    return connection;
  }

  /**
   * Runs a query again on a new connection, on which the server has just accepted a statement. Rejections by a server that leaves its
   * cluster at that moment do not count.
   */
  private async askAgain(query: Query): Promise<Query> {
    for (;;) {
      const connection = await this.acquireRawConnection();
      try {
        return await super._query(connection, query);
      } catch (error) {
        if (!isOutOfCluster(error)) throw error;
      } finally {
        connection.destroy();
      }
    }
  }

  private ask(connection: Connection, query: Query): Promise<Query> {
    const ping = (): Promise<unknown> =>
      askServer(this.servers.of(connection) ?? {}, (another) => another.promise().ping());
    return whileAlive(super._query(connection, query), () => silenceOf(ping()));
  }
}
