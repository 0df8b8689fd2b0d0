import { type Cell, type OutputColumn } from '../../model';
import { BATCH_ROWS, type Batch } from '../running/cursor';
import { type ResultField } from './field-types';
import { type RowPacket } from './print-mysql-values';
import { mySqlComparable, mySqlReaders, readMySqlCells } from './read-mysql-cells';

/** Wide rows make smaller batches. */
const BATCH_CHARACTERS = 2 ** 17;

/** Takes the packets of the rows of one execution. */
export interface PacketReader {
  next(packet: RowPacket): void;
}

/** Makes pieces of the rows of one execution. */
export interface RowReader {
  /** By column, as of `RowStream`; known with the fields. */
  readonly comparable: readonly boolean[];
  /** What reads rows from the packets of the binary protocol themselves; undefined where one is of a type that only the driver reads. */
  readPackets?(fields: readonly ResultField[]): PacketReader | undefined;
  begin(fields: readonly ResultField[]): void;
  add(row: readonly unknown[]): void;
  /** Gives out what is left after the last row. */
  end(): void;
}

/** Where pieces go. */
export interface Pieces<Piece> {
  push(piece: Piece): void;
  /** No more pieces are wanted. */
  hold(): void;
}

export type ReadRows<Piece> = (pieces: Pieces<Piece>) => RowReader;

/** Rows as batches of cells. */
export class CellRows implements RowReader {
  comparable: readonly boolean[] = [];
  private readers: ReturnType<typeof mySqlReaders> = [];
  private batch: (readonly Cell[])[] = [];
  private characters = 0;

  constructor(
    private readonly pieces: Pick<Pieces<Batch>, 'push'>,
    private readonly columns: readonly OutputColumn[],
  ) {}

  begin(fields: readonly ResultField[]): void {
    this.readers = mySqlReaders(fields, this.columns);
    this.comparable = mySqlComparable(fields, this.columns);
  }

  add(row: readonly unknown[]): void {
    const cells = readMySqlCells(row, this.readers);
    this.batch.push(cells);
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
