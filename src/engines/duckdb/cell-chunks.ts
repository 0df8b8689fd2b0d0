import { type DuckDBDataChunk } from '@duckdb/node-api';
import { type OutputColumn } from '../../model';
import { BATCH_ROWS, type Batch } from '../running/cursor';
import { type ChunkReader, type ColumnTypes, type ReadChunk } from './chunk-reader';
import { duckDbComparable, duckDbReader, readDuckDbCells, type Reader } from './read-duckdb-cells';

/** A reader that returns chunks as batches of cells. */
export class CellChunks implements ChunkReader<Batch> {
  comparable: readonly boolean[] = [];
  readonly isDone = false;
  rowCount = 0;
  private readers: readonly Reader[] = [];

  constructor(private readonly columns: readonly OutputColumn[]) {}

  begin(columnTypes: ColumnTypes): void {
    const types = columnTypes.read();
    this.readers = types.map((type, index) => duckDbReader(type, this.columns[index]?.type ?? 'unknown'));
    this.comparable = duckDbComparable(types, this.columns);
  }

  read(chunk: DuckDBDataChunk, from: number): ReadChunk<Batch> {
    const to = Math.min(from + BATCH_ROWS, chunk.rowCount);
    this.rowCount += to - from;
    return { piece: readDuckDbCells(chunk, this.readers, from, to), to };
  }
}
