/** knex has no types for its dialect classes. */
declare module 'knex/lib/dialects/better-sqlite3' {
  import { type Knex } from 'knex';

  namespace BetterSqlite3Client {
    interface Connection {
      exec(sql: string): unknown;
      __knex__disposed?: unknown;
    }
    interface Query {
      readonly sql: string;
    }
  }
  class BetterSqlite3Client extends Knex.Client {
    _driver(): unknown;
    _query(
      connection: BetterSqlite3Client.Connection,
      query: BetterSqlite3Client.Query,
    ): Promise<BetterSqlite3Client.Query>;
  }
  export = BetterSqlite3Client;
}

declare module 'knex/lib/dialects/mysql2' {
  import { type Knex } from 'knex';
  import { type Connection as DriverConnection, type ConnectionOptions } from 'mysql2';

  namespace Mysql2Client {
    interface Connection extends DriverConnection {
      __knex__disposed?: unknown;
    }
    interface Query {
      readonly method?: string;
    }
  }
  class Mysql2Client extends Knex.Client {
    /** Set only on the clients of transactions. */
    readonly transacting?: boolean;
    connectionSettings: ConnectionOptions;
    acquireRawConnection(): Promise<Mysql2Client.Connection>;
    validateConnection(connection: Mysql2Client.Connection): Promise<boolean>;
    _query(connection: Mysql2Client.Connection, query: Mysql2Client.Query): Promise<Mysql2Client.Query>;
  }
  export = Mysql2Client;
}

declare module 'knex/lib/dialects/postgres' {
  import { type Knex } from 'knex';
  import { type Client, type ClientConfig } from 'pg';

  namespace PostgresClient {
    interface Connection extends Client {
      __knex__disposed?: unknown;
    }
    interface Query {
      readonly method?: string;
    }
  }
  class PostgresClient extends Knex.Client {
    /** Set only on the clients of transactions. */
    readonly transacting?: boolean;
    connectionSettings: ClientConfig;
    acquireRawConnection(): Promise<PostgresClient.Connection>;
    validateConnection(connection: PostgresClient.Connection): Promise<boolean>;
    _query(connection: PostgresClient.Connection, query: PostgresClient.Query): Promise<PostgresClient.Query>;
  }
  export = PostgresClient;
}
