/** knex gives its dialect classes no types of their own. */
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
