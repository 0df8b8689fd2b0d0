import {
  type DuckDBDataChunk,
  type DuckDBDecimalType,
  type DuckDBEnumType,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api';
import { getStringBytes } from '@duckdb/node-api/lib/vectors/dataAccessors';

/** A column of a chunk in the memory of DuckDB, valid while the chunk exists. `bytes` and `words` are views of the same bytes. */
export interface ColumnMemory {
  readonly bytes: Buffer;
  readonly words: Int32Array;
  /** One bit for each row, set if the value is not NULL; undefined if no row is NULL, or if only `getItem` shows it. */
  readonly valid: Uint8Array | undefined;
  /** The memory of its long strings. */
  readonly texts: TextMemory;
  /** Returns the value of a row as the binding creates it. */
  readonly getItem: (row: number) => unknown;
}

/** The properties that the binding stores in a vector: one of the two views of its data, unless it is nested. */
interface Layout {
  readonly items?: ArrayBufferView;
  readonly dataView?: ArrayBufferView;
  readonly validity?: { readonly data: BigUint64Array | null };
}

const NOTHING = new Uint8Array(0);
/** The page size in bytes: no system that Node runs on has smaller pages. */
const PAGE_BYTES = 4_096;
const TWO_TO_32 = 2 ** 32;
/** JavaScript does not represent an address exactly if its upper half is this or more. */
const EXACT_HIGH = 2 ** 21;

/** Returns the columns of a chunk without copying them. */
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
 * The memory of the long strings of a chunk, which its columns point to. A call into the binding costs more than a string, so memory is
 * read page by page. Unmapped memory is never read: the address is DuckDB's own pointer to a string of the chunk, which exists while the
 * chunk does; the string lies completely within the page; and a system maps and protects whole pages of at least 4096 bytes, so a page with
 * one readable byte is readable. Only the string is copied from the page. A string that crosses the end of a page is read by its own
 * address and length, as the binding itself does. `DUCKDB_READ_MEMORY=false` disables all of this.
 */
export class TextMemory {
  /** The offset of the string in the memory that `find` returned. */
  offset = 0;
  private readonly pages = new Map<number, Buffer>();
  private last = -1;
  private lastPage: Buffer = Buffer.alloc(0);

  /** Returns the memory that contains `length` bytes at an address; undefined if JavaScript does not represent the address exactly. */
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

/**
 * Returns the memory at an address. Uses the function of the binding that reads a long string from a length and an address in DuckDB's
 * layout.
 */
function memoryAt(address: number, length: number): Buffer {
  const text = new DataView(new ArrayBuffer(16));
  text.setUint32(0, length, true);
  text.setUint32(8, address % TWO_TO_32, true);
  text.setUint32(12, Math.floor(address / TWO_TO_32), true);
  const { buffer, byteOffset, byteLength } = getStringBytes(text, 0);
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** A function that reads the integer that represents a value other than NULL; NaN if JavaScript does not represent it exactly. */
export type ReadInteger = (column: ColumnMemory, row: number) => number;

/** JavaScript represents a 64-bit integer exactly if its upper half is below this. */
const SAFE_HIGH = 2 ** 21;

const read16: ReadInteger = ({ bytes }, row) => bytes.readInt16LE(2 * row);
const read32: ReadInteger = ({ words }, row) => words[row] ?? 0;
const read64: ReadInteger = ({ words }, row) => long(words[2 * row] ?? 0, words[2 * row + 1] ?? 0);
const readUnsigned8: ReadInteger = ({ bytes }, row) => bytes[row] ?? 0;
const readUnsigned16: ReadInteger = ({ bytes }, row) => bytes.readUInt16LE(2 * row);
const readUnsigned32: ReadInteger = ({ words }, row) => (words[row] ?? 0) >>> 0;

/** Reads a 128-bit integer. If its upper half only repeats the sign, its lower half holds the whole value. */
const read128: ReadInteger = ({ words }, row) => {
  const high = words[4 * row + 1] ?? 0;
  const sign = high >> 31;
  return words[4 * row + 2] === sign && words[4 * row + 3] === sign ? long(words[4 * row] ?? 0, high) : NaN;
};

const BY_TYPE: ReadonlyMap<DuckDBTypeId, ReadInteger> = new Map<DuckDBTypeId, ReadInteger>([
  [DuckDBTypeId.BOOLEAN, readUnsigned8],
  [DuckDBTypeId.TINYINT, ({ bytes }, row) => bytes.readInt8(row)],
  [DuckDBTypeId.SMALLINT, read16],
  [DuckDBTypeId.INTEGER, read32],
  [DuckDBTypeId.BIGINT, read64],
  [DuckDBTypeId.HUGEINT, read128],
  [DuckDBTypeId.UTINYINT, readUnsigned8],
  [DuckDBTypeId.USMALLINT, readUnsigned16],
  [DuckDBTypeId.UINTEGER, readUnsigned32],
  [DuckDBTypeId.UBIGINT, ({ words }, row) => long(words[2 * row] ?? 0, (words[2 * row + 1] ?? 0) >>> 0)],
  [DuckDBTypeId.DATE, read32],
  [DuckDBTypeId.TIME, read64],
  [DuckDBTypeId.TIMESTAMP, read64],
  [DuckDBTypeId.TIMESTAMP_S, read64],
  [DuckDBTypeId.TIMESTAMP_MS, read64],
  [DuckDBTypeId.TIMESTAMP_TZ, read64],
]);

/** Returns a reader for the integers that DuckDB stores for values of a type; undefined if it stores something else. */
export function integerReader(type: DuckDBType): ReadInteger | undefined {
  if (type.typeId === DuckDBTypeId.DECIMAL) return decimalReader(type);
  if (type.typeId === DuckDBTypeId.ENUM) return enumReader(type);
  return BY_TYPE.get(type.typeId);
}

/** Returns a reader for decimals, which DuckDB stores in the smallest integer that holds their digits. */
function decimalReader({ width }: DuckDBDecimalType): ReadInteger {
  if (width > 18) return read128;
  if (width > 9) return read64;
  return width > 4 ? read32 : read16;
}

function enumReader({ internalTypeId }: DuckDBEnumType): ReadInteger | undefined {
  return BY_TYPE.get(internalTypeId);
}

function long(low: number, high: number): number {
  return high >= SAFE_HIGH || high <= -SAFE_HIGH ? NaN : high * TWO_TO_32 + (low >>> 0);
}
