import { createConnection, createPool, type ConnectionOptions, type Pool, type PoolConnection } from 'mysql2';
import { prepareSession } from './mysql-session';

const IDLE_MS = 60_000;
/** For what a server answers at once or not at all. */
const PATIENCE_MS = 2_000;

export interface TakenConnection {
  readonly connection: PoolConnection;
  /** Whether it has run a statement before, and so may have died since. */
  readonly isUsed: boolean;
}

/** Connections of one server. How many statements run at once is for `Slots` to say. */
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
  async take(): Promise<TakenConnection> {
    const connection = await this.connect();
    if (this.prepared.has(connection)) return { connection, isUsed: true };
    connection.on('error', ignoreLateError);
    await orDestroy(connection, prepareSession(connection));
    this.prepared.add(connection);
    return { connection, isUsed: false };
  }

  /** Whether the server takes connections and answers on them: on a new one, whatever lies idle. */
  ping(): Promise<void> {
    const connection = createConnection(this.options);
    connection.on('error', ignoreLateError);
    return orDestroy(connection, connection.promise().ping()).then(() => {
      connection.destroy();
    });
  }

  /** Stops what runs on the connection, over another one, and destroys it: it is never used again (design 3, trap 2). */
  async discard(connection: PoolConnection, kill: string | undefined): Promise<void> {
    if (kill !== undefined) await this.kill(kill);
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
  private kill(statement: string): Promise<void> {
    return new Promise((resolve) => {
      const killer = createConnection(this.options);
      const finish = () => {
        clearTimeout(timer);
        killer.destroy();
        resolve();
      };
      const timer = setTimeout(finish, PATIENCE_MS);
      killer.on('error', finish);
      killer.query(statement, finish);
    });
  }
}

/** `work` on a connection, which is destroyed when it fails or takes too long. */
export async function orDestroy<T>(connection: { destroy(): void }, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error('the server does not answer'), { code: 'ETIMEDOUT' }));
    }, PATIENCE_MS);
  });
  try {
    return await Promise.race([work, tooLong]);
  } catch (error) {
    connection.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The statement that runs listens too (`MySqlCursor`); an idle connection leaves the pool by itself. Without a listener the process would end. */
function ignoreLateError(): void {
  return undefined;
}
