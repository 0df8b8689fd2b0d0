import { Pool, type PoolClient } from 'pg';
import { type NodePool, type PoolBounds, type TakenConnection } from '../nodes/node';
import { orDestroy, PING_MS } from '../nodes/or-destroy';
import { cancelStatement } from './cancel-statement';
import { SourceClient } from './postgresql-client';
import { type ServerOptions } from './postgresql-options';

/** Returns the stream of a connection, which ends it at once when it is destroyed. */
export function streamOf({ connection }: Pick<SourceClient, 'connection'>): { destroy(): void } {
  return { destroy: () => connection.stream.destroy() };
}

/** The connections to one server. `Slots` limits the number of concurrent statements. */
export class PostgreSqlPool implements NodePool<PoolClient> {
  private readonly pool: Pool;
  private readonly used = new WeakSet<PoolClient>();

  constructor(
    private readonly options: ServerOptions,
    { size, idleMs }: PoolBounds,
  ) {
    const Client = SourceClient as unknown as new () => SourceClient;
    this.pool = new Pool({ ...options, Client, max: size + 1, idleTimeoutMillis: idleMs });
    // the pool removes an idle connection that fails
    this.pool.on('error', () => undefined);
  }

  /** Returns a connection, and whether it was used before. */
  async take(): Promise<TakenConnection<PoolClient>> {
    const connection = await this.pool.connect();
    const isUsed = this.used.has(connection);
    this.used.add(connection);
    return { connection, isUsed };
  }

  async ping(): Promise<void> {
    const client = new SourceClient(this.options);
    await orDestroy(streamOf(client), client.connect(), PING_MS);
    void client.end();
  }

  /** A server that accepts a connection accepts statements. */
  probe(): Promise<void> {
    return this.ping();
  }

  /** Requests that the server stop the statement of a connection. Never rejects. */
  cancel(connection: PoolClient): Promise<void> {
    return cancelStatement(this.options, connection as unknown as Parameters<typeof cancelStatement>[1]);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
