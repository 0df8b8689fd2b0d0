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
import { findCalled, refusedFunctions } from './refused-functions';
import { ShortAnswers } from './short-answers';

/** A setting of each connection: how much of a stream lies ready. */
export const STREAM_SETTING = 'streaming_buffer_size';
/** A chunk of few rows counts for less than it takes: with the megabyte that DuckDB sets, the first one waits for hundreds of others. */
const STREAM_BUFFER = '64KB';

/** Each is a plan in memory. */
const PREPARED_STATEMENTS = 50;

/** A connection, for one statement at a time: a second one would silently end the stream of the first (design 5). */
export class DuckDbSession {
  private readonly prepared = new Map<string, DuckDBPreparedStatement>();

  constructor(private readonly connection: DuckDBConnection) {}

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

  /** Ends the connection and all that it has prepared. */
  end(): void {
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
    const statement = this.prepared.get(sql) ?? (await this.connection.prepare(sql));
    this.prepared.delete(sql);
    try {
      statement.bind(
        bound.map(([value]) => value),
        bound.map(([, type]) => type),
      );
      return await begin(statement);
    } finally {
      if (readsBaseTables === true) this.keep(sql, statement);
      else statement.destroySync();
    }
  }

  /** What reads more than base tables may hold text of a mapping. The service's own questions to a catalogue say nothing of what they read. */
  private async checkFunctions(sql: string): Promise<void> {
    const called = findCalled(sql, await refusedFunctions(this.connection));
    if (called === undefined) return;
    throw new ServiceError('plan_unsupported', `a mapping may not call the table function "${called}"`, {
      hint: 'mappings read tables of their data source, and files of it with read_csv, read_json and read_parquet',
    });
  }

  private keep(sql: string, statement: DuckDBPreparedStatement): void {
    this.prepared.set(sql, statement);
    if (this.prepared.size <= PREPARED_STATEMENTS) return;
    for (const [oldest, unused] of this.prepared) {
      this.prepared.delete(oldest);
      unused.destroySync();
      return;
    }
  }
}

/** The connections of one engine: as many as there were statements at once, kept for the next ones. */
export class DuckDbConnections {
  /** What the statements of all connections gave. */
  readonly shortAnswers = new ShortAnswers();
  private readonly idle: DuckDbSession[] = [];

  constructor(private readonly instance: DuckDBInstance) {}

  async take(): Promise<DuckDbSession> {
    return this.idle.pop() ?? this.connect();
  }

  /** Takes a connection back whose statement has ended in order. */
  giveBack(session: DuckDbSession): void {
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
    return new DuckDbSession(connection);
  }
}
