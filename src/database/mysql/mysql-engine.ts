import { type CompiledQuery, type RowStream } from '../../model';
import { type DataSourceConnection, type Engine, type RunOptions } from '../engine';
import { Slots } from '../running/slots';
import { Statements } from '../running/statements';
import { classifyMySqlError } from './classify-mysql-error';
import { MySqlCursor } from './mysql-cursor';
import { MySqlPool } from './mysql-pool';
import { mySqlOptions } from './mysql-session';

/** A server of the MySQL family. Connects on first use. */
export class MySqlEngine implements Engine {
  readonly dialect = 'mysql';
  private readonly pool: MySqlPool;
  private readonly statements: Statements;
  private closing: Promise<void> | undefined;

  constructor(connection: DataSourceConnection, poolSize: number) {
    this.pool = new MySqlPool(mySqlOptions(connection), poolSize);
    this.statements = new Statements(new Slots(poolSize));
  }

  run(query: CompiledQuery, options: RunOptions): Promise<RowStream> {
    return this.statements.run(query, options, (onClosed) => new MySqlCursor(this.pool, query, onClosed));
  }

  async ping(): Promise<void> {
    try {
      const { connection } = await this.pool.take();
      await connection.promise().ping();
      connection.release();
    } catch (error) {
      throw classifyMySqlError(error);
    }
  }

  close(): Promise<void> {
    this.closing ??= this.statements.close().then(() => this.pool.close());
    return this.closing;
  }
}
