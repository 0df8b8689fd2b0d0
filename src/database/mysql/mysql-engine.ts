import { type ConnectionOptions } from 'mysql2';
import { type CompiledQuery, type PrintedRows, type RowPrinting, type RowStream } from '../../model';
import { type Engine, type NodeState, type RunOptions } from '../engine';
import { type Batch, type Cursor } from '../running/cursor';
import { Slots } from '../running/slots';
import { Statements } from '../running/statements';
import { classifyMySqlError } from './classify-mysql-error';
import { MySqlCursor } from './mysql-cursor';
import { MySqlNodes } from './mysql-nodes';
import { PrintedText } from './printed-text';
import { CellRows, type ReadRows } from './cell-rows';

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

  async run(query: CompiledQuery, options: RunOptions): Promise<RowStream> {
    const read: ReadRows<Batch> = (queue) => new CellRows(queue, query.columns);
    const open = (onClosed: () => void): Cursor => new MySqlCursor(this.nodes, query, read, onClosed);
    const { pieces, comparable } = await this.statements.run(options, open);
    return { columns: query.columns, comparable, batches: pieces };
  }

  async print(query: CompiledQuery, printing: RowPrinting, options: RunOptions): Promise<PrintedRows> {
    let rowCount = 0;
    const onRow = (): void => {
      rowCount++;
    };
    const read: ReadRows<Buffer> = (queue) => new PrintedText(queue, query.columns, { printing, onRow });
    const open = (onClosed: () => void): Cursor<Buffer> => new MySqlCursor(this.nodes, query, read, onClosed);
    const { pieces } = await this.statements.run(options, open);
    return { columns: query.columns, printed: pieces, rowCount: () => rowCount };
  }

  async ping(): Promise<void> {
    try {
      await this.nodes.ping();
    } catch (error) {
      throw classifyMySqlError(error);
    }
  }

  close(): Promise<void> {
    this.closing ??= this.statements.close().then(() => this.nodes.close());
    return this.closing;
  }
}
