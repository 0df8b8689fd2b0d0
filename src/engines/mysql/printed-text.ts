import { type Cell } from '../../model';
import { textSink, type TextSink } from '../printing/byte-sink';
import { type TextOptions } from '../printing/observed-printing';
import { PIECE_BYTES } from '../printing/text-pieces';
import { type Batch } from '../running/cursor';
import { CellRows, type PacketReader, type Pieces, type RowReader } from './cell-rows';
import { type ResultField } from './field-types';
import { mySqlRowPrinter } from './print-mysql-rows';
import { type RowPacket } from './read-mysql-values';
import { mySqlComparable } from './read-mysql-cells';

/** The marker after the last piece of a page whose statement has more rows. */
const END = Buffer.alloc(0);

/**
 * A reader that prints rows from packets as they arrive. If it cannot print a column from packets, or the server supports no prepared
 * statements, it converts the driver's rows to cells and prints those. An empty piece is the end of a page whose statement has more rows.
 */
export class PrintedText implements RowReader {
  comparable: readonly boolean[] = [];
  /** The number of printed rows. */
  rowCount = 0;
  private seen = 0;
  private readonly sink: TextSink;
  /** Used only if rows do not arrive as packets. */
  private cells: CellRows | undefined;
  private fields: readonly ResultField[] = [];
  private readonly onRow: ((row: readonly Cell[]) => void) | undefined;

  constructor(
    private readonly pieces: Pieces<Buffer>,
    private readonly options: TextOptions,
  ) {
    this.onRow = options.page.begin?.();
    this.sink = textSink(options.printing);
  }

  begin(fields: readonly ResultField[]): void {
    const { page, columns } = this.options;
    this.fields = fields;
    if (page.observed.length > 0) this.comparable = mySqlComparable(fields, columns);
  }

  add(row: readonly unknown[]): void {
    this.cells ??= this.makeCells();
    this.cells.add(row);
  }

  end(): void {
    this.cells?.end();
    if (this.sink.length > 0) this.pieces.push(this.sink.take());
  }

  readPackets(fields: readonly ResultField[]): PacketReader | undefined {
    const { columns, printing, page } = this.options;
    const print = mySqlRowPrinter(fields, columns, { printing, observed: page.observed });
    if (print === undefined) return undefined;
    const { sink, pieces } = this;
    const next = (packet: RowPacket): void => {
      if (this.isOver()) return;
      const row: Cell[] = page.observed.length > 0 ? new Array<Cell>(fields.length).fill(null) : NO_CELLS;
      const isShown = this.rowCount < page.most;
      print(packet, isShown ? sink : textSink(printing), row);
      this.onRow?.(row);
      if (isShown) this.rowCount++;
      if (sink.length >= PIECE_BYTES) pieces.push(sink.take());
    };
    return { next };
  }

  private makeCells(): CellRows {
    const push = (batch: Batch): void => {
      this.printCells(batch);
    };
    const cells = new CellRows({ push }, this.options.columns);
    cells.begin(this.fields);
    return cells;
  }

  private printCells(batch: Batch): void {
    const { printing, page } = this.options;
    const shown = batch.slice(0, page.most - this.rowCount);
    this.rowCount += shown.length;
    if (shown.length > 0) this.pieces.push(Buffer.from(printing.print(shown)));
    for (const row of batch) if (!this.isOver()) this.onRow?.(row);
  }

  /** Counts the next row and returns whether it is after the row that follows the page. The first of these rows ends the page. */
  private isOver(): boolean {
    const { page } = this.options;
    if (++this.seen <= page.most + 1) return false;
    if (this.seen === page.most + 2) {
      if (this.sink.length > 0) this.pieces.push(this.sink.take());
      this.pieces.push(END);
      this.pieces.hold();
    }
    return true;
  }
}

const NO_CELLS: Cell[] = [];
