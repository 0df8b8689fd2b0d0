import type { FilterSource, SelectSource } from '../../compiler/filter';
import type { CachedAnswer, CacheableAnswer, RequestContext, RowAnswer, UnreadAnswer, WholeAnswer } from '../../http';
import type { Caller, ResultRows, RowFormat } from '../../model';
import type { AddedTables } from '../planning/prepared-statement';
import type { FindOntology } from '../planning/system-tables.service';
import type { Total } from './query-runner.service';

/** A query as a front end reads it from a request. */
export interface QuerySpec {
  readonly caller: Caller;
  /** The name of the ontology. */
  readonly ontology: string;
  readonly source: FilterSource | SelectSource;
  readonly format: RowFormat;
  /** False: every scalar of the response except null is a string. */
  readonly typed: boolean;
  /** Whether a JSON response contains the names and types of its columns. */
  readonly columns?: boolean;
  readonly context: RequestContext;
  /** About the definitions of the same request. */
  readonly warnings?: readonly string[];
  /** Finds the ontology; absent: its current version. */
  readonly find?: FindOntology;
  readonly tables?: AddedTables | undefined;
}

/** The rows of a query, and the other members of the response. */
export interface QueryResult {
  readonly rows: ResultRows;
  /** The filter as a statement; undefined for a SELECT. */
  readonly executedQuery: string | undefined;
  readonly total: Total | undefined;
  /** Returns the members that are known only after the rows are read. */
  readonly ending: () => ResultEnding;
}

/** The members of a response that follow its rows. */
export interface ResultEnding {
  /** The cursor of the next page, null after the last one; absent where no page is requested. */
  readonly next?: string | null;
  /** Present where the service omitted rows. */
  readonly truncated?: true;
}

/** A response: with rows that are still to be read, complete, from the cache, or without a body. */
export type QueryResponse = RowAnswer | WholeAnswer | CachedAnswer | CacheableAnswer | UnreadAnswer;

/** Builds the response of a front end from a result. */
export type Respond = (result: QueryResult) => RowAnswer;
