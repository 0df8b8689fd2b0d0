import { type Cell, type OutputColumn } from '../../model';
import { textSink, type TextSink } from '../printing/byte-sink';
import { type TextOptions } from '../printing/observed-printing';
import { type Batch } from '../running/cursor';
import { type ResultField } from './field-types';
import { postgreSqlRowPrinter, type PrintRow } from './print-postgresql-rows';
import { postgreSqlComparable, postgreSqlReaders, readPostgreSqlCells } from './read-postgresql-cells';
import { type RowMessage } from './row-message';

/** A converter of the rows of one execution into pieces, one for each portion. */
export interface PortionReader<Piece> {
  /** Per column, as in `RowStream`; known after `begin`. */
  readonly comparable: readonly boolean[];
  /** The number of rows read or printed so far. */
  readonly rowCount: number;
  /** Whether no more rows are needed. */
  readonly isOver: boolean;
  begin(fields: readonly ResultField[]): void;
  add(row: RowMessage): void;
  /** Returns the rows since the last call; undefined if there are none. */
  take(): Piece | undefined;
}

/** A reader that returns rows as batches of cells. */
export class CellReader implements PortionReader<Batch> {
  comparable: readonly boolean[] = [];
  rowCount = 0;
  readonly isOver = false;
  private readers: ReturnType<typeof postgreSqlReaders> = [];
  private batch: (readonly Cell[])[] = [];

  constructor(private readonly columns: readonly OutputColumn[]) {}

  begin(fields: readonly ResultField[]): void {
    this.readers = postgreSqlReaders(fields, this.columns);
    this.comparable = postgreSqlComparable(fields, this.columns);
  }

  add(row: RowMessage): void {
    this.batch.push(readPostgreSqlCells(row.fields, this.readers));
    this.rowCount++;
  }

  take(): Batch | undefined {
    const { batch } = this;
    this.batch = [];
    return batch.length === 0 ? undefined : batch;
  }
}

/** A reader that prints rows from messages as they arrive, up to the end of the page. */
export class TextReader implements PortionReader<Buffer> {
  comparable: readonly boolean[] = [];
  rowCount = 0;
  private seen = 0;
  private print: PrintRow | undefined;
  private readonly sink: TextSink;
  private readonly onRow: ((row: readonly Cell[]) => void) | undefined;
  /** The number of cells of a reported row; 0 if no column is observed. */
  private width = 0;

  constructor(private readonly options: TextOptions) {
    this.onRow = options.page.begin?.();
    this.sink = textSink(options.printing);
  }

  /** The row after the page is reported, and no row after that. */
  get isOver(): boolean {
    return this.seen > this.options.page.most;
  }

  begin(fields: readonly ResultField[]): void {
    const { columns, printing, page } = this.options;
    this.width = page.observed.length > 0 ? fields.length : 0;
    this.print = postgreSqlRowPrinter(fields, columns, { printing, observed: page.observed });
    if (this.width > 0) this.comparable = postgreSqlComparable(fields, columns);
  }

  add(message: RowMessage): void {
    const { most } = this.options.page;
    if (this.seen > most) return;
    const isShown = ++this.seen <= most;
    const row = new Array<Cell>(this.width).fill(null);
    this.print?.(message, isShown ? this.sink : textSink(this.options.printing), row);
    this.onRow?.(row);
    if (isShown) this.rowCount++;
  }

  take(): Buffer | undefined {
    return this.sink.length === 0 ? undefined : this.sink.take();
  }
}
