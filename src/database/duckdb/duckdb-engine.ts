import { type DuckDBInstance } from '@duckdb/node-api';
import { type CompiledQuery, type RowStream } from '../../model';
import { type Engine, type RunOptions } from '../engine';
import { refusals } from '../running/refusals';
import { type Slots } from '../running/slots';
import { Statements } from '../running/statements';
import { DuckDbCursor } from './duckdb-cursor';

/** An embedded DuckDB. Its slots are those of all embedded engines, since each running statement takes a thread of the one pool. */
export class DuckDbEngine implements Engine {
  readonly dialect = 'duckdb';
  private readonly statements: Statements;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly instance: DuckDBInstance,
    slots: Slots,
  ) {
    this.statements = new Statements(slots);
  }

  async run(query: CompiledQuery, options: RunOptions): Promise<RowStream> {
    const open = (onClosed: () => void): DuckDbCursor => new DuckDbCursor(this.instance, query, onClosed);
    const { pieces, comparable } = await this.statements.run(options, open);
    return { columns: query.columns, comparable, batches: pieces };
  }

  async ping(): Promise<void> {
    const connection = await this.instance.connect();
    try {
      await connection.run('SELECT 1');
    } catch (error) {
      throw refusals.unavailable(error);
    } finally {
      connection.disconnectSync();
    }
  }

  close(): Promise<void> {
    this.closing ??= this.statements.close().then(() => {
      this.instance.closeSync();
    });
    return this.closing;
  }
}
