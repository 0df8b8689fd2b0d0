import { type DuckDBDataChunk, type DuckDBType, type DuckDBTypeId } from '@duckdb/node-api';

/** The types of the columns of a result. To read them costs more than printing a row. */
export interface ColumnTypes {
  readonly ids: readonly DuckDBTypeId[];
  read(): readonly DuckDBType[];
}

/** What was made of rows of a chunk, and the row that comes next. */
export interface ReadChunk<Piece> {
  readonly piece: Piece;
  readonly to: number;
}

/** Makes pieces of the chunks of one result. */
export interface ChunkReader<Piece> {
  /** By column, as of `RowStream`; known once the types are. */
  readonly comparable: readonly boolean[];
  /** Whether no more rows are wanted. */
  readonly isDone: boolean;
  begin(types: ColumnTypes): void;
  /** The rows from one on, as many as a piece holds: a chunk is read to its end before the next. */
  read(chunk: DuckDBDataChunk, from: number): ReadChunk<Piece>;
}
