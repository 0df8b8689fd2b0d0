import { type DuckDBDecimalType, type DuckDBEnumType, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import { type ColumnMemory } from './chunk-memory';

/** A function that reads the integer that represents a value other than NULL; NaN if JavaScript does not represent it exactly. */
export type ReadInteger = (column: ColumnMemory, row: number) => number;

const TWO_TO_32 = 2 ** 32;
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
