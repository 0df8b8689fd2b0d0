import { type DuckDBDataChunk } from '@duckdb/node-api';
import { type Cell, type OutputColumn, type RowPrinting } from '../../model';
import { ByteSink } from '../printing/byte-sink';
import { ALL_ROWS, PIECE_BYTES } from '../printing/text-pieces';
import { type ChunkReader, type ColumnTypes, type ReadChunk } from './chunk-reader';
import { type ColumnMemory, columnsOf } from './chunk-memory';
import { duckDbRowPrinter, type PrintRow } from './print-duckdb-rows';
import { duckDbComparable } from './read-duckdb-cells';
import { duckDbRowTeller, type TellRow } from './tell-duckdb-rows';

/**
 * A reader that prints chunks from the memory of DuckDB: all rows, or those of a page. The row after the page is observed, but not printed.
 */
export class PrintedChunks implements ChunkReader<Buffer> {
  comparable: readonly boolean[] = [];
  /** The number of rows printed so far. */
  rowCount = 0;
  private seen = 0;
  private readonly sink = new ByteSink();
  private print: PrintRow = () => undefined;
  private tell: TellRow = () => [];
  private onRow: (row: readonly Cell[]) => void = () => undefined;
  private memory: readonly ColumnMemory[] = [];

  constructor(
    private readonly columns: readonly OutputColumn[],
    private readonly printing: RowPrinting,
    private readonly page = ALL_ROWS,
  ) {}

  get isDone(): boolean {
    return this.seen > this.page.most;
  }

  begin(types: ColumnTypes): void {
    const { columns, printing, page } = this;
    this.print = duckDbRowPrinter(types, columns, printing);
    this.onRow = page.begin();
    if (page.told.length === 0) return;
    this.tell = duckDbRowTeller(types.read(), columns, page.told);
    this.comparable = duckDbComparable(types.read(), columns);
  }

  read(chunk: DuckDBDataChunk, from: number): ReadChunk<Buffer> {
    if (from === 0) this.memory = columnsOf(chunk);
    const { rowCount } = chunk;
    let row = from;
    while (row < rowCount && this.sink.length < PIECE_BYTES && !this.isDone) this.readRow(row++);
    return { piece: this.sink.take(), to: this.isDone ? rowCount : row };
  }

  private readRow(row: number): void {
    const { memory, page } = this;
    this.onRow(this.tell(memory, row));
    if (this.seen++ >= page.most) return;
    this.print(memory, row, this.sink);
    this.rowCount++;
  }
}
