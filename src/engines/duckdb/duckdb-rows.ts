import type { DuckDBDataChunk, DuckDBMaterializedResult, DuckDBResult } from '@duckdb/node-api';
import type { CompiledQuery } from '../../model';
import type { ColumnTypes } from './chunk-reader';
import type { DuckDbSession } from './duckdb-connections';
import type { ShortAnswers } from '../running/statements';

/** The rows of one statement. */
export interface DuckDbRows {
  readonly types: ColumnTypes;
  /** Whether the connection is free for the next statement, even if chunks have not been taken yet. */
  readonly isOver: boolean;
  /** Whether the last chunk was taken, if that is known without another call of `next`. */
  readonly isAtEnd: boolean;
  /** Returns the next chunk; undefined after the last. */
  next(): Promise<DuckDBDataChunk | undefined>;
}

/** One more than the rows of a chunk. */
const MOST_ROWS = 2_049;

/**
 * Runs a statement. If few rows are expected, it is run to its end at once: a stream costs two more calls into the thread pool, and a chunk
 * and a call for every part of a table that contains one of the rows. A statement that returns more rows than expected is ended at the
 * first row too many and run again as a stream, so that no result is held in memory as a whole.
 */
export async function openRows(
  session: DuckDbSession,
  query: CompiledQuery,
  shortAnswers: ShortAnswers,
): Promise<DuckDbRows> {
  const note = (isShort: boolean): void => {
    shortAnswers.note(query.sql, isShort);
  };
  if (isShort(query, shortAnswers)) {
    const result = await session.run(query, MOST_ROWS);
    const isWhole = query.limit !== 'none' || result.rowCount < MOST_ROWS;
    note(isWhole);
    if (isWhole) return new WholeRows(result);
  }
  return new StreamedRows(await session.stream(query), note);
}

function isShort({ sql, limit }: CompiledQuery, shortAnswers: ShortAnswers): boolean {
  return limit === 'none' ? shortAnswers.expects(sql) : limit !== undefined && limit <= MOST_ROWS;
}

class WholeRows implements DuckDbRows {
  readonly types: ColumnTypes;
  readonly isOver = true;
  private readonly chunkCount: number;
  private taken = 0;

  constructor(private readonly result: DuckDBMaterializedResult) {
    this.types = typesOf(result);
    this.chunkCount = result.chunkCount;
  }

  get isAtEnd(): boolean {
    return this.taken >= this.chunkCount;
  }

  next(): Promise<DuckDBDataChunk | undefined> {
    return Promise.resolve(this.isAtEnd ? undefined : this.result.getChunk(this.taken++));
  }
}

class StreamedRows implements DuckDbRows {
  readonly types: ColumnTypes;
  isOver = false;
  private rowCount = 0;

  constructor(
    private readonly result: DuckDBResult,
    private readonly note: (isShort: boolean) => void,
  ) {
    this.types = typesOf(result);
  }

  get isAtEnd(): boolean {
    return this.isOver;
  }

  async next(): Promise<DuckDBDataChunk | undefined> {
    const chunk = await this.result.fetchChunk();
    const { rowCount = 0 } = chunk ?? {};
    this.rowCount += rowCount;
    if (chunk !== null && rowCount > 0) return chunk;
    this.isOver = true;
    this.note(this.rowCount < MOST_ROWS);
    return undefined;
  }
}

function typesOf(result: DuckDBResult): ColumnTypes {
  const ids = Array.from({ length: result.columnCount }, (_, index) => result.columnTypeId(index));
  return { ids, read: () => result.columnTypes() };
}
