import { type DuckDBDataChunk, type DuckDBType, type DuckDBTypeId } from '@duckdb/node-api';

/** The column types of a result. `read` costs more than printing a row. */
export interface ColumnTypes {
  readonly ids: readonly DuckDBTypeId[];
  read(): readonly DuckDBType[];
}

/** A piece made of rows of a chunk, and the index of the next row. */
export interface ReadChunk<Piece> {
  readonly piece: Piece;
  readonly to: number;
}

/** A converter of the chunks of one result into pieces. */
export interface ChunkReader<Piece> {
  /** Per column, as in `RowStream`; known after `begin`. */
  readonly comparable: readonly boolean[];
  /** Whether no more rows are needed. */
  readonly isDone: boolean;
  /** The number of rows read or printed so far. */
  readonly rowCount: number;
  begin(types: ColumnTypes): void;
  /** Reads rows from index `from`, as many as a piece holds. A chunk is read to its end before the next one. */
  read(chunk: DuckDBDataChunk, from: number): ReadChunk<Piece>;
}
