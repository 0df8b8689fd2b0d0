import { type Cell, type OutputColumn } from '../../model';
import { BATCH_ROWS, type Batch } from '../running/cursor';
import { type ResultField } from './field-types';
import { cellsReader, type RowPacket } from './read-mysql-values';
import { mySqlComparable, mySqlReaders, readMySqlCells } from './read-mysql-cells';

/** The number of characters at which a batch ends early, so that batches of wide rows are smaller. */
const BATCH_CHARACTERS = 2 ** 17;

/** A consumer of the row packets of one execution. */
export interface PacketReader {
  next(packet: RowPacket): void;
}

/** A converter of the rows of one execution into pieces. */
export interface RowReader {
  /** Per column, as in `RowStream`; known after `begin`. */
  readonly comparable: readonly boolean[];
  /** The number of rows read or printed so far. */
  readonly rowCount: number;
  /** Returns a reader for the packets of the binary protocol; undefined if a column has a type that only the driver can read. */
  readPackets?(fields: readonly ResultField[]): PacketReader | undefined;
  begin(fields: readonly ResultField[]): void;
  add(row: readonly unknown[]): void;
  /** Pushes the remaining rows at the end of the result. */
  end(): void;
}

/** The destination of pieces. */
export interface Pieces<Piece> {
  push(piece: Piece): void;
  /** Stops the flow of rows: no more pieces are needed. */
  hold(): void;
}

export type ReadRows<Piece> = (pieces: Pieces<Piece>) => RowReader;

/** A reader that returns the rows of the driver as batches of cells. */
export class CellRows implements RowReader {
  comparable: readonly boolean[] = [];
  rowCount = 0;
  private fields: readonly ResultField[] = [];
  private readers: ReturnType<typeof mySqlReaders> | undefined;
  private batch: (readonly Cell[])[] = [];
  private characters = 0;

  constructor(
    private readonly pieces: Pick<Pieces<Batch>, 'push'>,
    protected readonly columns: readonly OutputColumn[],
  ) {}

  begin(fields: readonly ResultField[]): void {
    this.fields = fields;
    this.comparable = mySqlComparable(fields, this.columns);
  }

  add(row: readonly unknown[]): void {
    this.readers ??= mySqlReaders(this.fields, this.columns);
    this.addCells(readMySqlCells(row, this.readers));
  }

  protected addCells(cells: readonly Cell[]): void {
    this.batch.push(cells);
    this.rowCount++;
    for (const cell of cells) if (typeof cell === 'string') this.characters += cell.length;
    if (this.batch.length >= BATCH_ROWS || this.characters >= BATCH_CHARACTERS) this.end();
  }

  end(): void {
    if (this.batch.length === 0) return;
    this.pieces.push(this.batch);
    this.batch = [];
    this.characters = 0;
  }
}

/** A reader that returns the same rows, read from packets where the types of all columns allow it. */
export class PacketCellRows extends CellRows {
  readPackets(fields: readonly ResultField[]): PacketReader | undefined {
    const read = cellsReader(fields, this.columns);
    return (
      read && {
        next: (packet) => {
          this.addCells(read(packet));
        },
      }
    );
  }
}
