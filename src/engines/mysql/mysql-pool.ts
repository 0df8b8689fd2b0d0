import {
  createConnection,
  createPool,
  type Connection,
  type ConnectionOptions,
  type Pool,
  type PoolConnection,
} from 'mysql2';
import { type RowDataPacket } from 'mysql2/promise';
import { type NodePool, type PoolBounds, type TakenConnection } from '../nodes/node';
import { orDestroy } from '../nodes/or-destroy';
import { askServer, ignoreLateError } from './ask-server';
import { assertTakesStatements } from './assert-takes-statements';
import { prepareSession } from './mysql-session';

/** The most connections to try until a load balancer leads to the right server. */
const KILL_ATTEMPTS = 5;

/** The connections to one server. `Slots` limits the number of concurrent statements. */
export class MySqlPool implements NodePool<PoolConnection> {
  private readonly pool: Pool;
  /** The server of each prepared connection; undefined if the server does not identify itself. */
  private readonly servers = new WeakMap<PoolConnection, string | undefined>();

  constructor(
    private readonly options: ConnectionOptions,
    { size, idleMs }: PoolBounds,
  ) {
    // the driver closes idle connections only if `maxIdle` is less than `connectionLimit`; slots keep the number at `size`
    this.pool = createPool({ ...options, connectionLimit: size + 1, maxIdle: size, idleTimeout: idleMs });
  }

  /** Returns a connection with its session settings applied and checked, and whether it was used before. */
  take(): Promise<TakenConnection<PoolConnection>> {
    return new Promise((resolve, reject) => {
      this.pool.getConnection((error, connection) => {
        if (error !== null) reject(error);
        else resolve(this.servers.has(connection) ? { connection, isUsed: true } : this.prepare(connection));
      });
    });
  }

  /** Resolves when the server accepts a new connection and responds on it, whatever the state of idle connections. Rejects after 1.5 s. */
  ping(): Promise<void> {
    return askServer(this.options, (connection) => connection.promise().ping());
  }

  /** Resolves like `ping`, but only if the server also accepts statements. */
  probe(): Promise<void> {
    return askServer(this.options, assertTakesStatements);
  }

  /** Stops the running statement through another connection, and destroys this one, which is never used again. */
  async discard(connection: PoolConnection, kill: string | undefined): Promise<void> {
    const server = this.servers.get(connection);
    if (kill !== undefined && server !== undefined) await this.kill(kill, server);
    connection.destroy();
  }

  close(): Promise<void> {
    return this.pool.promise().end();
  }

  private async prepare(connection: PoolConnection): Promise<TakenConnection<PoolConnection>> {
    connection.on('error', ignoreLateError);
    await orDestroy(
      connection,
      prepareSession(connection).then(() => assertTakesStatements(connection)),
    );
    this.servers.set(connection, await orDestroy(connection, readServerIdentity(connection)));
    return { connection, isUsed: false };
  }

  /**
   * Kills a statement on a best-effort basis: does not wait for a server that does not respond. Connection ids are unique within one server
   * only, so the statement must reach this server; through a load balancer, that may take several connections.
   */
  private async kill(statement: string, server: string): Promise<void> {
    for (let attempt = 0; attempt < KILL_ATTEMPTS; attempt++) {
      const killer = createConnection(this.options);
      killer.on('error', ignoreLateError);
      const killed = readServerIdentity(killer).then(async (reached) => {
        if (reached === server) await killer.promise().query(statement);
        return reached === server || reached === undefined;
      });
      const isOver = await orDestroy(killer, killed).catch(() => true);
      killer.destroy();
      if (isOver) return;
    }
  }
}

/**
 * Returns the identity of a server, which distinguishes it from the other servers of a load balancer; undefined if the server does not
 * report it. Connection ids are unique within one server only.
 */
async function readServerIdentity(connection: Connection): Promise<string | undefined> {
  const asked = connection.promise().query<RowDataPacket[]>('SELECT @@hostname, @@port, @@server_id');
  const [[row] = []] = await asked.catch(() => [[]]);
  return row && JSON.stringify(row);
}
