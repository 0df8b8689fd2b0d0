import {
  createConnection,
  createPool,
  type Connection,
  type ConnectionOptions,
  type Pool,
  type PoolConnection,
} from 'mysql2';
import { type RowDataPacket } from 'mysql2/promise';
import { askServer, ignoreLateError, orDestroy } from './ask-server';
import { assertTakesStatements } from './assert-takes-statements';
import { prepareSession } from './mysql-session';

/** A balancer that takes turns leads to one of so many servers within them. */
const KILL_ATTEMPTS = 5;

/** How many connections there are at most, and how long one is kept that nobody uses. */
export interface PoolBounds {
  readonly size: number;
  readonly idleMs: number;
}

export interface TakenConnection {
  readonly connection: PoolConnection;
  /** Whether it has run a statement before, and so may have died since. */
  readonly isUsed: boolean;
}

/** Connections of one server. How many statements run at once is for `Slots` to say. */
export class MySqlPool {
  private readonly pool: Pool;
  /** Of each prepared connection its server, where it says which it is. */
  private readonly servers = new WeakMap<PoolConnection, string | undefined>();

  constructor(
    private readonly options: ConnectionOptions,
    { size, idleMs }: PoolBounds,
  ) {
    // the driver closes idle connections only where fewer may be idle than there may be; slots keep them at `size`
    this.pool = createPool({ ...options, connectionLimit: size + 1, maxIdle: size, idleTimeout: idleMs });
  }

  /** A connection with its session settings made and checked, and whether it has been used before. */
  take(): Promise<TakenConnection> {
    return new Promise((resolve, reject) => {
      this.pool.getConnection((error, connection) => {
        if (error !== null) reject(error);
        else resolve(this.servers.has(connection) ? { connection, isUsed: true } : this.prepare(connection));
      });
    });
  }

  /** Resolves when the server takes connections and answers on them, on a new one, whatever lies idle; rejects after 1.5 s. */
  ping(): Promise<void> {
    return askServer(this.options, (connection) => connection.promise().ping());
  }

  /** As `ping`, and the server takes statements. */
  probe(): Promise<void> {
    return askServer(this.options, assertTakesStatements);
  }

  /** Stops what runs on the connection, over another one, and destroys it: it is never used again. */
  async discard(connection: PoolConnection, kill: string | undefined): Promise<void> {
    const server = this.servers.get(connection);
    if (kill !== undefined && server !== undefined) await this.kill(kill, server);
    connection.destroy();
  }

  close(): Promise<void> {
    return this.pool.promise().end();
  }

  private async prepare(connection: PoolConnection): Promise<TakenConnection> {
    connection.on('error', ignoreLateError);
    await orDestroy(
      connection,
      prepareSession(connection).then(() => assertTakesStatements(connection)),
    );
    this.servers.set(connection, await orDestroy(connection, readServerIdentity(connection)));
    return { connection, isUsed: false };
  }

  /**
   * Best effort: a server that does not answer is not waited for. On this server alone, since the number of a connection is
   * another one's on another: behind a balancer some connections more may be needed until one leads to it.
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
 * Identifies a server among others behind the same address, where a balancer distributes connections; undefined where the server
 * does not report it. Connection ids are unique within one server only.
 */
async function readServerIdentity(connection: Connection): Promise<string | undefined> {
  const asked = connection.promise().query<RowDataPacket[]>('SELECT @@hostname, @@port, @@server_id');
  const [[row] = []] = await asked.catch(() => [[]]);
  return row && JSON.stringify(row);
}
