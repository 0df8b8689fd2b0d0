import { type Knex } from 'knex';
import PostgresClient, { type Connection, type Query } from 'knex/lib/dialects/postgres';
import { Client, type ClientConfig, type CustomTypesConfig, types } from 'pg';
import { orDestroy, PING_MS, postgreSqlErrors } from '../../engines';
import { type DriverAccess, Failover } from './failover';

type Parse = (value: string) => unknown;

/** Values that the driver would return in another form than the drivers of the other engines: numbers for counts and sums, 0 and 1 for booleans, `char` without padding. */
const PARSERS: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [types.builtins.INT8, Number],
  [types.builtins.NUMERIC, Number],
  [types.builtins.BPCHAR, (value) => value.trimEnd()],
  [types.builtins.BOOL, (value) => (value === 't' ? 1 : 0)],
]);
const TYPES: CustomTypesConfig = {
  getTypeParser: (id, format) => PARSERS.get(id) ?? (types.getTypeParser(id, format) as Parse),
};

const DRIVER: DriverAccess<Connection, ClientConfig> = { errors: postgreSqlErrors, ping, destroy };

/** Returns the PostgreSQL dialect of knex over servers that hold the same data (`Failover`). */
export function postgreSqlClientOver(servers: readonly [ClientConfig, ...ClientConfig[]]): typeof Knex.Client {
  const failover = new Failover(servers, DRIVER);
  return class extends PostgreSqlClient {
    override get failover(): typeof failover {
      return failover;
    }
  };
}

abstract class PostgreSqlClient extends PostgresClient {
  /** Defined on the prototype, because knex creates the clients of transactions without calling their constructor. */
  abstract get failover(): Failover<Connection, ClientConfig>;

  override acquireRawConnection(): Promise<Connection> {
    return this.failover.connect(async (server) => {
      this.connectionSettings = { ...server, types: TYPES };
      const connection = await super.acquireRawConnection().catch(throwWithCode);
      await orDestroy(streamOf(connection), assertAcceptsWrites(connection));
      return connection;
    });
  }

  override validateConnection(connection: Connection): Promise<boolean> {
    return Promise.resolve(this.failover.isCurrent(connection));
  }

  override _query(connection: Connection, query: Query): Promise<Query> {
    return this.failover.run(connection, query, {
      connect: () => this.acquireRawConnection(),
      ask: (on, asked) => super._query(on, asked).catch(throwWithCode),
      isTransacting: this.transacting === true,
    });
  }
}

/** Rejects a standby as if it could not be reached, so that another server is tried: one of them has been promoted, or will be. */
async function assertAcceptsWrites(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ standby: number }>('SELECT pg_is_in_recovery() AS standby');
  if (rows[0]?.standby === 1)
    throw Object.assign(new Error('the server is a standby, which accepts no changes'), { code: 'ESTANDBY' });
}

/** Adds a code to the error of a lost connection, which the driver reports in the message only, and knex changes the message. */
function throwWithCode(error: unknown): never {
  const { code } = error as { code?: unknown };
  if (code === undefined && postgreSqlErrors.isNodeAway(error))
    throw Object.assign(error as Error, { code: 'ECONNRESET' });
  throw error;
}

/** Connects to a server, and disconnects. Rejects after 1.5 s without a response. */
async function ping(server: ClientConfig): Promise<void> {
  const client = new Client(server);
  client.on('error', () => undefined);
  await orDestroy(streamOf(client), client.connect(), PING_MS);
  destroy(client);
}

function destroy(connection: Connection | Client): void {
  streamOf(connection).destroy();
}

/** Returns the stream of a connection, which ends it at once when it is destroyed. */
function streamOf({ connection }: Connection | Client): { destroy(): void } {
  return connection.stream;
}
