import {
  type CompiledQuery,
  type DataSourceType,
  type DialectName,
  type PackedForm,
  type PackedStream,
  type PagePrinting,
  type PrintedRows,
  type RowPrinting,
  type RowStream,
} from '../../model';
import { type RequestTrace } from '../../tracing';

export interface RunOptions {
  /** The longest total time to wait for the data source, and the longest time that one batch may stay unread, in milliseconds. */
  readonly timeoutMs: number;
  /** Aborted when the client no longer waits for the response. */
  readonly signal?: AbortSignal;
  /** Whether batches may stay unread for longer, because the reader has a time limit of its own. */
  readonly isPaced?: boolean;
  /** The request that causes the statement; absent for statements of the service itself, which read catalogues. */
  readonly origin?: StatementOrigin;
  /** Set by `ObservedEngine`. */
  readonly observer?: StatementObserver;
}

/** The request that causes a statement, for the log and for traces. */
export interface StatementOrigin {
  readonly user: string;
  readonly requestId: string;
  readonly trace: RequestTrace | undefined;
  /** Returns the statement in the language of the ontology, without values. */
  readonly statement: () => string;
}

/** A statement that has ended. */
export interface StatementEnd {
  /** Time for which the service waited for the data source, without the time for which rows waited for the client. */
  readonly milliseconds: number;
  readonly rows: number;
  /** Undefined if the statement succeeded, or if the client left or did not read. */
  readonly error?: unknown;
}

/** Receives what happens to one statement. */
export interface StatementObserver {
  /** Called with 1 when the statement begins to wait for a connection, and with -1 when it no longer waits. */
  onWait(change: 1 | -1): void;
  /** Called with 1 when it has a connection, and with -1 when the connection is free again. */
  onUse(change: 1 | -1): void;
  /** Called when the statement ends. Further calls have no effect. */
  onEnd(end: StatementEnd): void;
}

/** How to print the rows of a page. */
export interface PageText {
  readonly printing: RowPrinting;
  readonly page: PagePrinting;
}

/** The state of the circuit breaker of a server: in use, not in use, or being probed. */
export type NodeState = 'closed' | 'open' | 'half_open';

/**
 * One open data source. Its errors are ServiceErrors, mostly `source_refused`, `source_unavailable`, `source_busy` or `source_timed_out`,
 * with the underlying error as the cause.
 */
export interface Engine {
  readonly dialect: DialectName;
  /** The breaker states of its servers in the order of their definition, if it has servers. */
  readonly nodeStates?: readonly NodeState[];
  /** Whether no statement runs or waits to run. */
  readonly isIdle: boolean;
  /**
   * Runs a query. Resolves when the first batch has arrived. The end of the iteration, the signal and the timeout stop the statement in the
   * data source.
   */
  run(query: CompiledQuery, options: RunOptions): Promise<RowStream>;
  /** Runs a query like `run`, with the same cells. Defined if the engine can read them without the values of its driver. */
  runFast?(query: CompiledQuery, options: RunOptions): Promise<RowStream>;
  /** Runs a query like `run`, but returns printed rows. Defined if the engine can print rows without creating values. */
  print?(query: CompiledQuery, printing: RowPrinting, options: RunOptions): Promise<PrintedRows>;
  /** Prints the first rows of a query like `print`, and ends the statement after the row that follows them. */
  printPage?(query: CompiledQuery, printing: PageText, options: RunOptions): Promise<PrintedRows>;
  /** Runs a query like `run`, but packs the rows for clients of the MySQL protocol. Defined if the engine can do so without creating values. */
  pack?(query: CompiledQuery, form: PackedForm, options: RunOptions): Promise<PackedStream>;
  /** Resolves if the data source accepts the statement, and rejects as `run` would if not. The statement is prepared and not run. */
  prepare(sql: string, options: RunOptions): Promise<void>;
  /** Finds the tables of the data source again. Defined if the engine fixes them when it is opened. */
  refresh?(): Promise<void>;
  /** Resolves when the data source responds. */
  ping(): Promise<void>;
  /** Rejects new statements, waits until the running ones have ended, and closes the engine. */
  close(): Promise<void>;
}

/** The definition of a data source of one ontology, including its secrets. */
export interface DataSourceConnection {
  readonly ontology: string;
  readonly name: string;
  readonly type: DataSourceType;
  readonly options: ReadonlyMap<string, string>;
  /** The name that it is to have, if it is only tried under a name of its own: it is not in the metrics. */
  readonly trialOf?: string;
}
