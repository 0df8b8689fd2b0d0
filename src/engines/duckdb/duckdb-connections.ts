import {
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBMaterializedResult,
  type DuckDBPreparedStatement,
  type DuckDBResult,
} from '@duckdb/node-api';
import { ServiceError } from '../../errors';
import { type CompiledQuery } from '../../model';
import { ShortAnswers } from '../running/statements';
import { bindDuckDbValue } from './bind-value';
import { type KeptStatements } from './prepared-statements';
import { findCalled, refusedFunctions } from './refused-functions';

/** The connection setting for the amount of a stream that is buffered. */
export const STREAM_SETTING = 'streaming_buffer_size';
/**
 * The buffer size. A chunk of few rows counts for less than its size: with DuckDB's default of one megabyte, the first chunk would wait for
 * hundreds of others.
 */
const STREAM_BUFFER = '64KB';

/** A connection, used for one statement at a time: a second statement would silently end the stream of the first. */
export class DuckDbSession {
  /** The statements that are kept for the next execution: all except the running one. */
  private readonly prepared = new Map<string, DuckDBPreparedStatement>();
  private running: { readonly sql: string; readonly statement: DuckDBPreparedStatement } | undefined;

  constructor(
    private readonly connection: DuckDBConnection,
    private readonly kept: KeptStatements,
  ) {}

  /** Starts a statement; its rows are fetched afterwards. */
  stream(query: CompiledQuery): Promise<DuckDBResult> {
    return this.execute(query, query.sql, (statement) => statement.stream());
  }

  /** Runs a statement and returns all its rows, or at most `most` rows if it has no LIMIT. */
  run(query: CompiledQuery, most: number): Promise<DuckDBMaterializedResult> {
    const sql = query.limit === 'none' ? `${query.sql} LIMIT ${most}` : query.sql;
    return this.execute(query, sql, (statement) => statement.run());
  }

  /** Stops the running statement, if it has begun. */
  interrupt(): void {
    this.connection.interrupt();
  }

  /** Keeps the last statement, without its parameter values, for the next execution. Must be called after the statement has ended. */
  rest(): void {
    if (this.running === undefined) return;
    const { sql, statement } = this.running;
    this.running = undefined;
    statement.clearBindings();
    this.prepared.set(sql, statement);
    this.kept.add(statement, { sql, forget: () => this.prepared.delete(sql) });
  }

  /** Ends the connection, which destroys its prepared statements. */
  end(): void {
    for (const statement of this.prepared.values()) this.kept.remove(statement);
    this.prepared.clear();
    this.connection.disconnectSync();
  }

  /**
   * Executes a statement. One that reads only base tables stays prepared for the next execution, because its meaning depends only on its
   * SQL. Others are prepared each time: a view may read the clock or list files, which DuckDB may do only once.
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

  /**
   * Rejects calls of table functions that mappings may not call. A statement that reads more than base tables may contain SQL of a mapping.
   * The catalogue queries of the service do not declare what they read, and are not checked.
   */
  private async checkFunctions(sql: string): Promise<void> {
    const called = findCalled(sql, await refusedFunctions(this.connection));
    if (called === undefined) return;
    throw new ServiceError('plan_unsupported', `a mapping may not call the table function "${called.name}"`, {
      hint: called.hint,
    });
  }
}

/** The connections of one engine: one for each concurrent statement, kept for the next ones. */
export class DuckDbConnections {
  /** The record of short results, for the statements of all connections. */
  readonly shortAnswers = new ShortAnswers();
  private readonly idle: DuckDbSession[] = [];

  constructor(
    private readonly instance: DuckDBInstance,
    private readonly kept: KeptStatements,
  ) {}

  async take(): Promise<DuckDbSession> {
    return this.idle.pop() ?? this.connect();
  }

  /** Makes a connection available again after its statement has ended normally. */
  release(session: DuckDbSession): void {
    session.rest();
    this.idle.push(session);
  }

  /** Ends the idle connections; no others may be in use. */
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
