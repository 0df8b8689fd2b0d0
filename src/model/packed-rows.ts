import type { Cell, OutputColumn } from './compiled-query';

/** The form of rows in the MySQL protocol: of statements that are sent as text, or of prepared ones. */
export type PackedForm = 'text' | 'binary';

/** The number of bytes of the length before each row. */
const LENGTH_BYTES = 4;

/** Whole rows as the MySQL protocol sends them, each after its length in four bytes, the lowest first. */
export class PackedRows {
  constructor(
    readonly bytes: Buffer,
    /** The number of rows. */
    readonly length: number,
  ) {}

  /** Returns the rows from the place `begin` up to the place `end`. */
  slice(begin: number, end: number): PackedRows {
    const last = Math.min(end, this.length);
    return new PackedRows(this.bytes.subarray(this.offsetOf(begin), this.offsetOf(last)), Math.max(0, last - begin));
  }

  private offsetOf(place: number): number {
    if (place >= this.length) return this.bytes.length;
    let offset = 0;
    for (let row = 0; row < place; row++) offset += LENGTH_BYTES + this.bytes.readUInt32LE(offset);
    return offset;
  }
}

/**
 * A running result like `RowStream`, whose rows are packed if the values of the first ones do not decide how the MySQL protocol describes
 * its columns, and if the engine can pack them; otherwise they are cells.
 */
export interface PackedStream {
  readonly columns: readonly OutputColumn[];
  readonly packed: AsyncIterable<PackedRows | readonly (readonly Cell[])[]>;
}

/** Returns a cell as the MySQL protocol sends it as text. Booleans are numbers, as in MySQL. */
export function packedText(cell: Exclude<Cell, null>): string {
  if (typeof cell === 'boolean') return cell ? '1' : '0';
  return String(cell);
}
