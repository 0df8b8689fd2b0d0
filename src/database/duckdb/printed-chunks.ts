import { type DuckDBDataChunk, type DuckDBType } from '@duckdb/node-api';
import { type OutputColumn, type RowPrinting } from '../../model';
import { ByteSink } from '../printing/byte-sink';
import { type ChunkReader, type ReadChunk } from './chunk-reader';
import { type ColumnMemory, columnsOf } from './chunk-memory';
import { duckDbRowPrinter, type PrintRow } from './print-duckdb-rows';

const PIECE_BYTES = 65_536;

/** Chunks as text, made of DuckDB's own memory. */
export class PrintedChunks implements ChunkReader<Buffer> {
  readonly comparable = [];
  /** Rows that were printed so far. */
  rowCount = 0;
  private readonly sink = new ByteSink();
  private print: PrintRow = () => undefined;
  private memory: readonly ColumnMemory[] = [];

  constructor(
    private readonly columns: readonly OutputColumn[],
    private readonly printing: RowPrinting,
  ) {}

  begin(types: readonly DuckDBType[]): void {
    this.print = duckDbRowPrinter(types, this.columns, this.printing);
  }

  read(chunk: DuckDBDataChunk, from: number): ReadChunk<Buffer> {
    if (from === 0) this.memory = columnsOf(chunk);
    const { sink, memory } = this;
    const { rowCount } = chunk;
    let row = from;
    while (row < rowCount && sink.length < PIECE_BYTES) this.print(memory, row++, sink);
    this.rowCount += row - from;
    return { piece: sink.take(), to: row };
  }
}
