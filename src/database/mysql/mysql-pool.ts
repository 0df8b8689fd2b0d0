import { createConnection, createPool, type ConnectionOptions, type Pool, type PoolConnection } from 'mysql2';
import { prepareSession } from './mysql-session';

const IDLE_MS = 60_000;
const KILL_TIMEOUT_MS = 2_000;

/** Connections of one data source. How many statements run at once is for `Slots` to say. */
export class MySqlPool {
  private readonly pool: Pool;
  private readonly prepared = new WeakSet<PoolConnection>();

  constructor(
    private readonly options: ConnectionOptions,
    size: number,
  ) {
    this.pool = createPool({ ...options, connectionLimit: size, maxIdle: size, idleTimeout: IDLE_MS });
  }

  /** A connection with its session settings made and checked, and whether it has been used before. */
  async take(): Promise<{ readonly connection: PoolConnection; readonly isUsed: boolean }> {
    const connection = await this.connect();
    if (this.prepared.has(connection)) return { connection, isUsed: true };
    connection.on('error', ignoreLateError);
    try {
      await prepareSession(connection);
    } catch (error) {
      connection.destroy();
      throw error;
    }
    this.prepared.add(connection);
    return { connection, isUsed: false };
  }

  /** Stops what runs on the connection, over another one, and destroys it: it is never used again (design 3, trap 2). */
  async discard(connection: PoolConnection): Promise<void> {
    await this.kill(connection.threadId);
    connection.destroy();
  }

  close(): Promise<void> {
    return this.pool.promise().end();
  }

  private connect(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.pool.getConnection((error, connection) => {
        if (error === null) resolve(connection);
        else reject(error);
      });
    });
  }

  /** Best effort: a server that does not answer is not waited for. */
  private kill(threadId: number): Promise<void> {
    return new Promise((resolve) => {
      const killer = createConnection(this.options);
      const finish = () => {
        clearTimeout(timer);
        killer.destroy();
        resolve();
      };
      const timer = setTimeout(finish, KILL_TIMEOUT_MS);
      killer.on('error', finish);
      killer.query(`KILL ${threadId}`, finish);
    });
  }
}

/** The statement that runs hears of it too; an idle connection leaves the pool by itself. Without a listener the process would end. */
function ignoreLateError(): void {
  return undefined;
}
