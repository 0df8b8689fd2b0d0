import {
  DuckDBBlobValue,
  type DuckDBDataChunk,
  DuckDBTimestampValue,
  DuckDBTimestampTZValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  type DuckDBVector,
  type Json,
  JsonDuckDBValueConverter,
} from '@duckdb/node-api';
import * as dataAccessors from '@duckdb/node-api/lib/vectors/dataAccessors';
import { type Cell, type OutputColumn } from '../../model';
import { type CellKind, type RawValue } from '../cells/cell-kind';
import { isComparable } from '../cells/is-comparable';
import { shapeCell } from '../cells/shape-cell';

/** Replaces the decoder of the binding, which removes a byte order mark at the beginning of a string. */
Object.assign(dataAccessors, { textDecoder: new TextDecoder('utf-8', { ignoreBOM: true }) });

/** A function that converts a value other than NULL to a cell. */
export type Reader = (value: DuckDBValue) => Cell;
type Read = (value: DuckDBValue) => RawValue;

const asIs = (value: DuckDBValue) => value as RawValue;
const asText = (value: DuckDBValue) => String(value);

const INTEGERS: readonly (readonly [DuckDBTypeId, CellKind, Read])[] = [
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.BIGNUM,
].map((typeId) => [typeId, 'integer', asIs]);

const TEMPORAL: readonly (readonly [DuckDBTypeId, CellKind, Read])[] = [
  [DuckDBTypeId.DATE, 'date', asText],
  [DuckDBTypeId.TIME, 'time', asText],
  [DuckDBTypeId.TIME_NS, 'time', asText],
  [DuckDBTypeId.TIMESTAMP, 'timestamp', asText],
  [DuckDBTypeId.TIMESTAMP_S, 'timestamp', asText],
  [DuckDBTypeId.TIMESTAMP_MS, 'timestamp', asText],
  [DuckDBTypeId.TIMESTAMP_NS, 'timestamp', asText],
  [DuckDBTypeId.TIMESTAMP_TZ, 'timestamp', inUtc],
];

/** The kind of each DuckDB type, and the function that reads its values. A type that is not listed is text. */
const KINDS: ReadonlyMap<DuckDBTypeId, readonly [CellKind, Read]> = new Map(
  [
    ...INTEGERS,
    ...TEMPORAL,
    [DuckDBTypeId.BOOLEAN, 'boolean', asIs] as const,
    [DuckDBTypeId.FLOAT, 'float', asIs] as const,
    [DuckDBTypeId.DOUBLE, 'double', asIs] as const,
    [DuckDBTypeId.VARCHAR, 'text', asIs] as const,
    [DuckDBTypeId.ENUM, 'text', asIs] as const,
    [DuckDBTypeId.BLOB, 'binary', bytesOf] as const,
    [DuckDBTypeId.BIT, 'integer', bitsAsNumber] as const,
  ].map(([typeId, kind, read]) => [typeId, [kind, read]]),
);

const NESTED: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.UNION,
  DuckDBTypeId.VARIANT,
]);

/**
 * Types that are not comparable by their cells: enumerations are sorted by number, times with a time zone are shown in another zone than
 * they are sorted in, others are wider than a literal.
 */
const NOT_COMPARABLE: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.ENUM,
  DuckDBTypeId.TIME_NS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
  DuckDBTypeId.BIGNUM,
  DuckDBTypeId.BIT,
]);

/** Returns which columns are comparable by their cells (`RowStream`). */
export function duckDbComparable(types: readonly DuckDBType[], columns: readonly OutputColumn[]): readonly boolean[] {
  return types.map((type, index) => {
    const isKnown = type.typeId === DuckDBTypeId.DECIMAL || KINDS.has(type.typeId);
    if (!isKnown || NOT_COMPARABLE.has(type.typeId)) return false;
    return isComparable(kindOf(type)[0], columns[index]?.type ?? 'unknown');
  });
}

/** Returns the reader for a column of this type. */
export function duckDbReader(type: DuckDBType, wanted: OutputColumn['type']): Reader {
  const [kind, read] = kindOf(type);
  const shape = shapeCell(kind, wanted);
  return read === asIs ? (shape as Reader) : (value) => shape(read(value));
}

/** Returns the rows from `from` (inclusive) to `to` (exclusive) of a chunk. */
export function readDuckDbCells(
  chunk: DuckDBDataChunk,
  readers: readonly Reader[],
  from: number,
  to: number,
): Cell[][] {
  const rows = Array.from({ length: to - from }, () => new Array<Cell>(readers.length));
  readers.forEach((read, column) => {
    const vector: DuckDBVector = chunk.getColumnVector(column);
    for (let row = from; row < to; row++) {
      const value = vector.getItem(row);
      const cells = rows[row - from];
      if (cells !== undefined) cells[column] = value === null ? null : read(value);
    }
  });
  return rows;
}

/** Returns the kind of a type, and the function that converts the driver's values to this kind. */
export function kindOf(type: DuckDBType): readonly [CellKind, Read] {
  if (type.typeId === DuckDBTypeId.DECIMAL) return [type.scale === 0 ? 'integer' : 'decimal', asText];
  if (NESTED.has(type.typeId)) return ['text', (value) => JSON.stringify(nestedJson(value, type))];
  return KINDS.get(type.typeId) ?? ['text', asText];
}

function nestedJson(value: DuckDBValue, type: DuckDBType): Json {
  return JsonDuckDBValueConverter(value, type, JsonDuckDBValueConverter);
}

function inUtc(value: DuckDBValue): string {
  return value instanceof DuckDBTimestampTZValue ? new DuckDBTimestampValue(value.micros).toString() : String(value);
}

function bytesOf(value: DuckDBValue): RawValue {
  return value instanceof DuckDBBlobValue ? value.bytes : String(value);
}

function bitsAsNumber(value: DuckDBValue): bigint {
  return BigInt(`0b${String(value)}`);
}
