import { type ConnectionOptions } from 'mysql2';
import { type CompiledQuery, type RowStream } from '../../model';
import { type Engine, type NodeState, type RunOptions } from '../engine';
import { Slots } from '../running/slots';
import { Statements } from '../running/statements';
import { classifyMySqlError } from './classify-mysql-error';
import { MySqlCursor } from './mysql-cursor';
import { MySqlNodes } from './mysql-nodes';

/** The servers of the MySQL family that hold one data source. Connects on first use. */
export class MySqlEngine implements Engine {
  readonly dialect = 'mysql';
  private readonly nodes: MySqlNodes;
  private readonly statements: Statements;
  private closing: Promise<void> | undefined;

  constructor(servers: readonly ConnectionOptions[], poolSize: number) {
    this.nodes = new MySqlNodes(servers, poolSize);
    this.statements = new Statements(new Slots(poolSize));
  }

  get nodeStates(): readonly NodeState[] {
    return this.nodes.states;
  }

  run(query: CompiledQuery, options: RunOptions): Promise<RowStream> {
    return this.statements.run(query, options, (onClosed) => new MySqlCursor(this.nodes, query, onClosed));
  }

  async ping(): Promise<void> {
    try {
      const { connection } = await this.nodes.take();
      await connection.promise().ping();
      connection.release();
    } catch (error) {
      throw classifyMySqlError(error);
    }
  }

  close(): Promise<void> {
    this.closing ??= this.statements.close().then(() => this.nodes.close());
    return this.closing;
  }
}
