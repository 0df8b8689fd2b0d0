import { type DuckDBDataChunk, DuckDBTypeId } from '@duckdb/node-api';
import type { Cell, OutputColumn, RowPrinting } from '../../model';
import { textSink, type TextSink } from '../printing/byte-sink';
import { ALL_ROWS, PIECE_BYTES } from '../printing/text-pieces';
import { type ColumnMemory, columnsOf } from './chunk-memory';
import type { ChunkReader, ColumnTypes, ReadChunk } from './chunk-reader';
import { duckDbRowObserver, type ObserveRow } from './observe-duckdb-rows';
import { valuePrinter } from './print-duckdb-values';
import { duckDbComparable } from './read-duckdb-cells';

/**
 * A reader that prints chunks from the memory of DuckDB: all rows, or those of a page. The row after the page is observed, but not printed.
 */
export class PrintedChunks implements ChunkReader<Buffer> {
  comparable: readonly boolean[] = [];
  /** The number of rows printed so far. */
  rowCount = 0;
  private seen = 0;
  private readonly sink: TextSink;
  private print: PrintRow = () => undefined;
  private observe: ObserveRow = () => [];
  private onRow: ((row: readonly Cell[]) => void) | undefined;
  private memory: readonly ColumnMemory[] = [];

  constructor(
    private readonly columns: readonly OutputColumn[],
    private readonly printing: RowPrinting,
    private readonly page = ALL_ROWS,
  ) {
    this.sink = textSink(printing);
  }

  get isDone(): boolean {
    return this.seen > this.page.most;
  }

  begin(types: ColumnTypes): void {
    const { columns, printing, page } = this;
    this.print = duckDbRowPrinter(types, columns, printing);
    this.onRow = page.begin?.();
    if (page.observed.length === 0) return;
    this.observe = duckDbRowObserver(types.read(), columns, page.observed);
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
    this.onRow?.(this.observe(memory, row));
    if (this.seen++ >= page.most) return;
    this.print(memory, row, this.sink);
    this.rowCount++;
  }
}

/** The most bytes of a printed number, date or time, with its quotes and the end of the row. */
const LONGEST_SCALAR = 64;

type PrintRow = (columns: readonly ColumnMemory[], row: number, sink: TextSink) => void;

/** Types that are completely described by their id. */
const PLAIN: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.BOOLEAN,
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIME,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.VARCHAR,
]);

/**
 * The last printer for each `RowPrinting` whose types are completely described by their ids, and these ids: a statement that is run again
 * usually has the same types.
 */
const printers = new WeakMap<RowPrinting, { readonly made: string; readonly print: PrintRow }>();

/** Returns a printer for rows with these types, whose output equals that of `printing.print` for their cells, byte for byte. */
function duckDbRowPrinter(types: ColumnTypes, columns: readonly OutputColumn[], printing: RowPrinting): PrintRow {
  if (!types.ids.every((id) => PLAIN.has(id))) return makePrinter(types, columns, printing);
  const made = types.ids.join();
  const known = printers.get(printing);
  if (known?.made === made) return known.print;
  const print = makePrinter(types, columns, printing);
  printers.set(printing, { made, print });
  return print;
}

function makePrinter(types: ColumnTypes, columns: readonly OutputColumn[], printing: RowPrinting): PrintRow {
  const shown = types.read().slice(0, printing.before.length);
  const values = shown.map((type, index) => ({
    index,
    key: Buffer.from(printing.before[index] ?? ''),
    print: valuePrinter(type, columns[index]?.type ?? 'unknown', printing),
  }));
  const [separator, terminator] = [Buffer.from(printing.separator), Buffer.from(printing.terminator)];
  const none = Buffer.from(printing.none);
  const most = separator.length + terminator.length + LONGEST_SCALAR;
  return (memory, row, sink) => {
    sink.reserve(most);
    if (sink.length > 0) sink.copy(separator);
    for (const { index, key, print } of values) {
      const column = memory[index];
      if (column === undefined) continue;
      sink.reserve(key.length + most);
      sink.copy(key);
      if (column.valid !== undefined && ((column.valid[row >> 3] ?? 0) & (1 << (row & 7))) === 0) sink.copy(none);
      else print(column, row, sink);
    }
    sink.reserve(most);
    sink.copy(terminator);
  };
}
