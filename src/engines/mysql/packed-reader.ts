import { type CompiledQuery, type PackedForm, PackedRows } from '../../model';
import { PIECE_BYTES } from '../printing/text-pieces';
import { type Batch, BATCH_ROWS } from '../running/cursor';
import { PacketCellRows, type PacketReader, type Pieces, type RowReader } from './cell-rows';
import { type ResultField } from './field-types';
import { mySqlRowPacker, type PackRow } from './pack-mysql-rows';
import { PacketSink } from './packet-sink';

/** A reader that packs rows from packets as they arrive (`PackedStream`). Rows that it cannot pack are batches of cells. */
export class PackedReader implements RowReader {
  /** Packed rows have no pages whose ends would be compared. */
  readonly comparable: readonly boolean[] = [];
  private readonly sink = new PacketSink();
  /** The number of rows in the sink, and in the pieces before. */
  private waiting = 0;
  private pushed = 0;
  private fields: readonly ResultField[] = [];
  /** Used only for rows that are not packed. */
  private cells: PacketCellRows | undefined;

  constructor(
    private readonly pieces: Pieces<Batch | PackedRows>,
    private readonly columns: CompiledQuery['columns'],
    private readonly form: PackedForm,
  ) {}

  get rowCount(): number {
    return this.pushed + this.waiting + (this.cells?.rowCount ?? 0);
  }

  begin(fields: readonly ResultField[]): void {
    this.fields = fields;
  }

  add(row: readonly unknown[]): void {
    this.unpacked().add(row);
  }

  end(): void {
    this.cells?.end();
    this.push();
  }

  readPackets(fields: readonly ResultField[]): PacketReader | undefined {
    const pack = mySqlRowPacker(fields, this.columns, this.form);
    if (pack !== undefined) return this.packWith(pack);
    return this.unpacked().readPackets(fields);
  }

  private packWith(pack: PackRow): PacketReader {
    return {
      next: (packet) => {
        pack(packet, this.sink);
        if (++this.waiting >= BATCH_ROWS || this.sink.length >= PIECE_BYTES) this.push();
      },
    };
  }

  private push(): void {
    if (this.waiting === 0) return;
    this.pieces.push(new PackedRows(this.sink.take(), this.waiting));
    this.pushed += this.waiting;
    this.waiting = 0;
  }

  private unpacked(): PacketCellRows {
    if (this.cells !== undefined) return this.cells;
    this.cells = new PacketCellRows(this.pieces, this.columns);
    this.cells.begin(this.fields);
    return this.cells;
  }
}
