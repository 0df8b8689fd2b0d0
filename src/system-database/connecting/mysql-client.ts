import { type Knex } from 'knex';
import Mysql2Client, { type Connection, type Query } from 'knex/lib/dialects/mysql2';
import { type ConnectionOptions } from 'mysql2';
import { askServer, assertTakesStatements, isNodeAway, isOutOfCluster, orDestroy, silenceOf } from '../../engines';
import { Failover } from './failover';

/** Returns the mysql2 dialect of knex over servers that hold the same data (`Failover`). */
export function mySqlClientOver(servers: readonly [ConnectionOptions, ...ConnectionOptions[]]): typeof Knex.Client {
  const failover = new Failover<Connection, ConnectionOptions>(servers, {
    errors: { isNodeAway, isOutOfCluster, silenceOf },
    ping: (server) => askServer(server, (another) => another.promise().ping()),
    destroy: (connection) => {
      connection.destroy();
    },
  });
  return class extends MySqlClient {
    override get failover(): typeof failover {
      return failover;
    }
  };
}

abstract class MySqlClient extends Mysql2Client {
  /** Defined on the prototype, because knex creates the clients of transactions without calling their constructor. */
  abstract get failover(): Failover<Connection, ConnectionOptions>;

  override acquireRawConnection(): Promise<Connection> {
    return this.failover.connect(async (server) => {
      this.connectionSettings = server;
      const connection = await super.acquireRawConnection();
      await orDestroy(connection, assertTakesStatements(connection));
      return connection;
    });
  }

  override async validateConnection(connection: Connection): Promise<boolean> {
    return this.failover.isCurrent(connection) && super.validateConnection(connection);
  }

  override _query(connection: Connection, query: Query): Promise<Query> {
    return this.failover.run(connection, query, {
      connect: () => this.acquireRawConnection(),
      ask: (on, asked) => super._query(on, asked),
      isTransacting: this.transacting === true,
    });
  }
}
