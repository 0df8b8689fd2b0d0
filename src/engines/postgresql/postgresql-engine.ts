import { type Environment } from '../../config';
import { type CompiledQuery, type PrintedRows, type RowPrinting, type RowStream } from '../../model';
import { ALL_ROWS } from '../printing/text-pieces';
import { type Engine, type NodeState, type PageText, type RunOptions } from '../running/engine';
import { OPENING_MS, Proof } from '../running/proof';
import { Slots, Statements } from '../running/statements';
import { classifyPostgreSqlError } from './classify-postgresql-error';
import { Portal } from './portal';
import { CellReader, type PortionReader, TextReader } from './portion-reader';
import { PostgreSqlCursor } from './postgresql-cursor';
import { type SourceOptions } from './postgresql-options';
import { PostgreSqlNodes } from './postgresql-nodes';
import { settingValues } from './postgresql-session';
import { ShortReads } from './short-reads';

/**
 * The limit on concurrent statements and on connections to each server, how long an unused connection is kept, and whether the server keeps
 * statements under names.
 */
export type PoolSettings = Pick<Environment, 'poolSize' | 'dataSourceIdleMs' | 'postgresqlKeepStatements'>;

/** The engine of one data source on servers of the PostgreSQL family. Connects on first use. */
export class PostgreSqlEngine implements Engine {
  readonly dialect = 'postgresql';
  private readonly nodes: PostgreSqlNodes;
  private readonly schema: string;
  private readonly statements: Statements;
  private readonly shortReads: ShortReads;
  private readonly proof: Proof;
  private closing: Promise<void> | undefined;

  constructor(
    { servers, schema }: SourceOptions,
    { poolSize, dataSourceIdleMs, postgresqlKeepStatements }: PoolSettings,
  ) {
    this.nodes = new PostgreSqlNodes(servers, { size: poolSize, idleMs: dataSourceIdleMs });
    this.schema = schema;
    this.statements = new Statements(new Slots(poolSize));
    this.shortReads = new ShortReads(postgresqlKeepStatements);
    this.proof = new Proof(() => this.ping(), servers.length * OPENING_MS);
  }

  get nodeStates(): readonly NodeState[] {
    return this.nodes.states;
  }

  get isIdle(): boolean {
    return this.statements.isIdle;
  }

  async run(query: CompiledQuery, options: RunOptions): Promise<RowStream> {
    const { pieces, comparable } = await this.open(query, options, () => new CellReader(query.columns));
    return { columns: query.columns, comparable, batches: pieces };
  }

  print(query: CompiledQuery, printing: RowPrinting, options: RunOptions): Promise<PrintedRows> {
    return this.printPage(query, { printing, page: ALL_ROWS }, options);
  }

  async printPage(query: CompiledQuery, text: PageText, options: RunOptions): Promise<PrintedRows> {
    const { columns } = query;
    let reader: TextReader | undefined;
    const read = (): TextReader => (reader = new TextReader({ columns, ...text }));
    const { pieces, comparable } = await this.open(query, options, read);
    return { columns, printed: pieces, comparable, rowCount: () => reader?.rowCount ?? 0 };
  }

  async prepare(sql: string, { timeoutMs }: RunOptions): Promise<void> {
    if (!this.proof.isGiven) await this.proof.give();
    const settings = settingValues(this.schema, timeoutMs);
    try {
      await this.nodes.use((connection) => new Portal(connection).prepare(sql, settings), timeoutMs);
    } catch (error) {
      throw classifyPostgreSqlError(error);
    }
  }

  async ping(): Promise<void> {
    try {
      await this.nodes.ping();
    } catch (error) {
      throw classifyPostgreSqlError(error);
    }
  }

  /** Runs a statement, and returns its rows as `readRows` converts them. */
  private async open<Piece>(query: CompiledQuery, options: RunOptions, readRows: () => PortionReader<Piece>) {
    const settings = settingValues(this.schema, options.timeoutMs);
    if (!this.proof.isGiven) await this.proof.give();
    const statement = { query, settings, shortReads: this.shortReads };
    return this.statements.run(options, (onClosed) => new PostgreSqlCursor(this.nodes, statement, readRows, onClosed));
  }

  close(): Promise<void> {
    this.closing ??= this.statements.close().then(() => this.nodes.close());
    return this.closing;
  }
}
