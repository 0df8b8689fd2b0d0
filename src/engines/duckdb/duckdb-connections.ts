import {
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBMaterializedResult,
  type DuckDBPreparedStatement,
  type DuckDBResult,
} from '@duckdb/node-api';
import { ServiceError } from '../../errors';
import { type CompiledQuery } from '../../model';
import { bindDuckDbValue } from './bind-value';
import { type KeptStatements } from './kept-statements';
import { findCalled, refusedFunctions } from './refused-functions';
import { ShortAnswers } from './short-answers';

/** A setting of each connection: how much of a stream lies ready. */
export const STREAM_SETTING = 'streaming_buffer_size';
/** A chunk of few rows counts for less than it takes: with the megabyte that DuckDB sets, the first one waits for hundreds of others. */
const STREAM_BUFFER = '64KB';

/** A connection, for one statement at a time: a second one would silently end the stream of the first. */
export class DuckDbSession {
  /** Those that are kept for the next time: all but the one that runs. */
  private readonly prepared = new Map<string, DuckDBPreparedStatement>();
  private running: { readonly sql: string; readonly statement: DuckDBPreparedStatement } | undefined;

  constructor(
    private readonly connection: DuckDBConnection,
    private readonly kept: KeptStatements,
  ) {}

  /** Starts a statement, whose rows are to be fetched. */
  stream(query: CompiledQuery): Promise<DuckDBResult> {
    return this.execute(query, query.sql, (statement) => statement.stream());
  }

  /** All rows of a statement, or so many of one that has no LIMIT. */
  run(query: CompiledQuery, most: number): Promise<DuckDBMaterializedResult> {
    const sql = query.limit === 'none' ? `${query.sql} LIMIT ${most}` : query.sql;
    return this.execute(query, sql, (statement) => statement.run());
  }

  /** Stops what runs, if the statement has begun. */
  interrupt(): void {
    this.connection.interrupt();
  }

  /** Keeps the statement that has run, without its values; to be called when it has ended. */
  rest(): void {
    if (this.running === undefined) return;
    const { sql, statement } = this.running;
    this.running = undefined;
    statement.clearBindings();
    this.prepared.set(sql, statement);
    this.kept.add(statement, { sql, forget: () => this.prepared.delete(sql) });
  }

  /** Ends the connection, which destroys all that it has prepared. */
  end(): void {
    for (const statement of this.prepared.values()) this.kept.remove(statement);
    this.prepared.clear();
    this.connection.disconnectSync();
  }

  /**
   * A statement that reads base tables alone stays prepared for the next time: nothing but its own text decides what it
   * means. Others are prepared each time: a view may read the clock or list files, at which DuckDB may look once only.
   */
  private async execute<Result>(
    { parameters, readsBaseTables }: CompiledQuery,
    sql: string,
    begin: (statement: DuckDBPreparedStatement) => Promise<Result>,
  ): Promise<Result> {
    if (readsBaseTables === false) await this.checkFunctions(sql);
    const bound = parameters.map(bindDuckDbValue);
    this.rest();
    const statement = this.takePrepared(sql) ?? (await this.connection.prepare(sql));
    if (readsBaseTables === true) this.running = { sql, statement };
    try {
      statement.bind(
        bound.map(([value]) => value),
        bound.map(([, type]) => type),
      );
      return await begin(statement);
    } finally {
      if (readsBaseTables !== true) statement.destroySync();
    }
  }

  private takePrepared(sql: string): DuckDBPreparedStatement | undefined {
    const statement = this.prepared.get(sql);
    if (statement === undefined) return undefined;
    this.prepared.delete(sql);
    this.kept.remove(statement);
    return statement;
  }

  /** What reads more than base tables may hold text of a mapping. The service's own questions to a catalogue say nothing of what they read. */
  private async checkFunctions(sql: string): Promise<void> {
    const called = findCalled(sql, await refusedFunctions(this.connection));
    if (called === undefined) return;
    throw new ServiceError('plan_unsupported', `a mapping may not call the table function "${called.name}"`, {
      hint: called.hint,
    });
  }
}

/** The connections of one engine: as many as there were statements at once, kept for the next ones. */
export class DuckDbConnections {
  /** What the statements of all connections gave. */
  readonly shortAnswers = new ShortAnswers();
  private readonly idle: DuckDbSession[] = [];

  constructor(
    private readonly instance: DuckDBInstance,
    private readonly kept: KeptStatements,
  ) {}

  async take(): Promise<DuckDbSession> {
    return this.idle.pop() ?? this.connect();
  }

  /** Takes a connection back whose statement has ended in order. */
  giveBack(session: DuckDbSession): void {
    session.rest();
    this.idle.push(session);
  }

  /** Ends the idle connections; no others may be out. */
  close(): void {
    for (const session of this.idle) session.end();
    this.idle.length = 0;
  }

  private async connect(): Promise<DuckDbSession> {
    const connection = await this.instance.connect();
    await connection.run(`SET SESSION ${STREAM_SETTING} = '${STREAM_BUFFER}'`);
    return new DuckDbSession(connection, this.kept);
  }
}
