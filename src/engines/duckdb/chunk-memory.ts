import { type DuckDBDataChunk } from '@duckdb/node-api';
import { getStringBytes } from '@duckdb/node-api/lib/vectors/dataAccessors';

/** A column of a chunk as DuckDB holds it: the same bytes in three views. They are there as long as the chunk is. */
export interface ColumnMemory {
  readonly bytes: Buffer;
  readonly words: Int32Array;
  /** A bit for each row, set where it is not NULL; undefined where no row is, and where only its value tells. */
  readonly valid: Uint8Array | undefined;
  /** Where its long texts are. */
  readonly texts: TextMemory;
  /** The value of a row as the binding makes it. */
  readonly getItem: (row: number) => unknown;
}

/** What the binding keeps of a vector: either view of its data, where it is not nested. */
interface Layout {
  readonly items?: ArrayBufferView;
  readonly dataView?: ArrayBufferView;
  readonly validity?: { readonly data: BigUint64Array | null };
}

const NOTHING = new Uint8Array(0);
/** No system that Node runs on has smaller pages. */
const PAGE_BYTES = 4_096;
const TWO_TO_32 = 2 ** 32;
/** The upper half of an address from which on a number does not hold it exactly. */
const EXACT_HIGH = 2 ** 21;

/** The columns of a chunk, none of them copied. */
export function columnsOf(chunk: DuckDBDataChunk): readonly ColumnMemory[] {
  const texts = new TextMemory();
  return Array.from({ length: chunk.columnCount }, (_, index) => {
    const vector = chunk.getColumnVector(index);
    const { items, dataView, validity } = vector as Layout;
    const { buffer, byteOffset, byteLength } = items ?? dataView ?? NOTHING;
    const bits = validity?.data ?? undefined;
    return {
      bytes: Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength),
      words: new Int32Array(buffer, byteOffset, Math.floor(byteLength / Int32Array.BYTES_PER_ELEMENT)),
      valid: bits && new Uint8Array(bits.buffer, bits.byteOffset, bits.byteLength),
      texts,
      getItem: (row) => vector.getItem(row),
    };
  });
}

/**
 * The long texts of a chunk, which its columns point to. A call into the binding costs more than a text does, so memory is
 * read page by page. This cannot read what is not mapped: the address is DuckDB's own pointer to a text of the chunk, which
 * exists as long as the chunk does; the text lies in the page as a whole; and a system maps and protects whole pages of at
 * least 4096 bytes, so a page with one readable byte is readable. Nothing but the text is copied from the page. A text that
 * crosses the end of a page is read by its own address and length, as the binding itself does. `DUCKDB_READ_MEMORY=false`
 * switches all of this off.
 */
export class TextMemory {
  /** Where in the memory that was found the text begins. */
  offset = 0;
  private readonly pages = new Map<number, Buffer>();
  private last = -1;
  private lastPage: Buffer = Buffer.alloc(0);

  /** The memory that holds so many bytes at an address; undefined where JavaScript does not hold the address exactly. */
  find(low: number, high: number, length: number): Buffer | undefined {
    if (high >>> 0 >= EXACT_HIGH) return undefined;
    const address = (high >>> 0) * TWO_TO_32 + (low >>> 0);
    const page = Math.floor(address / PAGE_BYTES);
    this.offset = address - page * PAGE_BYTES;
    if (this.offset + length > PAGE_BYTES) {
      this.offset = 0;
      return memoryAt(address, length);
    }
    if (page !== this.last) {
      this.lastPage = this.pages.get(page) ?? memoryAt(page * PAGE_BYTES, PAGE_BYTES);
      this.pages.set(page, this.lastPage);
      this.last = page;
    }
    return this.lastPage;
  }
}

/** As the binding reads a long text: from a length and an address that lie in memory as DuckDB lays them. */
function memoryAt(address: number, length: number): Buffer {
  const text = new DataView(new ArrayBuffer(16));
  text.setUint32(0, length, true);
  text.setUint32(8, address % TWO_TO_32, true);
  text.setUint32(12, Math.floor(address / TWO_TO_32), true);
  const { buffer, byteOffset, byteLength } = getStringBytes(text, 0);
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}
