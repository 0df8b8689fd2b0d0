import {
  type CompiledQuery,
  type DataSourceType,
  type DialectName,
  type PagePrinting,
  type PrintedRows,
  type RowPrinting,
  type RowStream,
} from '../../model';

export interface RunOptions {
  /** How long the data source may be waited for, and how long one batch may lie unread. */
  readonly timeoutMs: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

/** How the rows of a page are printed. */
export interface PageText {
  readonly printing: RowPrinting;
  readonly page: PagePrinting;
}

/** Whether a server of a data source is used, is not, or is being asked whether it is back. */
export type NodeState = 'closed' | 'open' | 'half_open';

/**
 * One open data source. Every refusal is a ServiceError `source_refused`, `source_unavailable`, `source_busy` or
 * `source_timed_out`; what happened underneath is its cause.
 */
export interface Engine {
  readonly dialect: DialectName;
  /** The breakers of its servers in the order of their definition, where it has servers. */
  readonly nodeStates?: readonly NodeState[];
  /** Whether no statement runs, or waits to. */
  readonly isIdle: boolean;
  /** Resolves with the first batch fetched; ending the iteration, the signal and the time-out stop the statement in the data source. */
  run(query: CompiledQuery, options: RunOptions): Promise<RowStream>;
  /** As `run`, printed, where the engine can print rows without making values of them. */
  print?(query: CompiledQuery, printing: RowPrinting, options: RunOptions): Promise<PrintedRows>;
  /** As `print`, for the first rows of a statement; it is ended behind the row that follows them. */
  printPage?(query: CompiledQuery, printing: PageText, options: RunOptions): Promise<PrintedRows>;
  /** Resolves when the data source answers. */
  ping(): Promise<void>;
  /** Lets running statements end, then closes; takes no more. */
  close(): Promise<void>;
}

/** A data source of one ontology, secrets included. */
export interface DataSourceConnection {
  readonly ontology: string;
  readonly name: string;
  readonly type: DataSourceType;
  readonly options: ReadonlyMap<string, string>;
}
