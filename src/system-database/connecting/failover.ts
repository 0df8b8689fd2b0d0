import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterRejoin, type NodeErrors, REJOIN_STEP_MS, whileAlive } from '../../engines';

const READS: ReadonlySet<unknown> = new Set(['select', 'first', 'pluck']);

/** A connection of a client of knex, whose pool removes it when it is marked as disposed. */
interface DisposableConnection {
  __knex__disposed?: unknown;
}

/** What is specific to a driver. */
export interface DriverAccess<Connection, Server> {
  readonly errors: NodeErrors;
  /** Resolves when the server responds on a new connection. */
  readonly ping: (server: Server) => Promise<unknown>;
  /** Ends a connection at once. */
  readonly destroy: (connection: Connection) => void;
}

/** The query of a client of knex. */
interface KnexQuery {
  readonly method?: string;
}

/** How the client of one kind of database does what failover repeats. */
interface Attempts<Connection, Query> {
  readonly connect: () => Promise<Connection>;
  readonly ask: (connection: Connection, query: Query) => Promise<Query>;
  readonly isTransacting: boolean;
}

/**
 * The servers of a system database, which hold the same data. All connections go to one of them: to the first until it fails, then to the
 * next. A read outside a transaction that lost its server is run once more on the next one; if there is only one server, on that one,
 * unless it hangs. `runTransaction` does the same for transactions.
 */
export class Failover<Connection extends DisposableConnection, Server> {
  private readonly rejoin: ClusterRejoin;
  private readonly byConnection = new WeakMap<Connection, Server>();
  private index = 0;

  constructor(
    private readonly servers: readonly [Server, ...Server[]],
    private readonly driver: DriverAccess<Connection, Server>,
  ) {
    this.rejoin = new ClusterRejoin((error) => driver.errors.isOutOfCluster(error));
  }

  private get current(): Server {
    return this.servers[this.index] ?? this.servers[0];
  }

  /** Returns whether the connection leads to the server in use. */
  isCurrent(connection: Connection): boolean {
    return this.byConnection.get(connection) === this.current;
  }

  /** Returns a connection that `open` has opened to the first server that accepts one. */
  async connect(open: (server: Server) => Promise<Connection>): Promise<Connection> {
    for (let left = this.servers.length - 1; ; left--) {
      const server = this.current;
      try {
        const connection = await open(server);
        this.rejoin.succeed();
        this.byConnection.set(connection, server);
        return connection;
      } catch (error) {
        if (!this.driver.errors.isNodeAway(error)) throw error;
        this.leave(server);
        this.rejoin.noteFailure(error);
        if (left > 0) continue;
        if (!this.rejoin.isNear) throw error;
        await sleep(REJOIN_STEP_MS);
      }
    }
  }

  /** Runs a query on a connection, and a read outside a transaction again on another one if its server was lost. */
  async run<Query extends KnexQuery>(
    connection: Connection,
    query: Query,
    attempts: Attempts<Connection, Query>,
  ): Promise<Query> {
    const server = this.byConnection.get(connection) ?? this.current;
    try {
      const { errors, ping } = this.driver;
      return await whileAlive(attempts.ask(connection, query), () => errors.silenceOf(ping(server)));
    } catch (error) {
      if (!this.driver.errors.isNodeAway(error)) throw error;
      connection.__knex__disposed = error;
      this.driver.destroy(connection);
      this.leave(server);
      const isHung = this.current === server && (error as { code?: unknown }).code === 'ETIMEDOUT';
      if (isHung || attempts.isTransacting || !READS.has(query.method)) throw error;
      return await this.askAgain(query, attempts);
    }
  }

  /** Switches to the next server, unless another one has been chosen already. */
  private leave(server: Server): void {
    if (server === this.current) this.index = (this.index + 1) % this.servers.length;
  }

  /**
   * Runs a query again on a new connection, on which the server has just accepted a statement. Rejections by a server that leaves its
   * cluster at that moment do not count.
   */
  private async askAgain<Query extends KnexQuery>(query: Query, attempts: Attempts<Connection, Query>): Promise<Query> {
    for (;;) {
      const connection = await attempts.connect();
      try {
        return await attempts.ask(connection, query);
      } catch (error) {
        if (!this.driver.errors.isOutOfCluster(error)) throw error;
      } finally {
        this.driver.destroy(connection);
      }
    }
  }
}
