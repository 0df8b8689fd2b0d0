import { type Data, DataType, tableFromIPC } from 'apache-arrow';
import type { TypedTableContent } from './read-parquet';

/** Reads a stream of Arrow IPC as `apache-arrow` does. Throws unless its schema is complete. */
export function readArrow(bytes: Buffer): TypedTableContent {
  const table = tableFromIPC(bytes);
  const columns = table.schema.fields.map(({ name, type }) => `${name} ${String(type)}`);
  const byColumn = table.schema.fields.map((_, column) => table.getChildAt(column)!.data.flatMap(valuesOf));
  return { columns, rows: Array.from({ length: table.numRows }, (_, row) => byColumn.map((values) => values[row])) };
}

function valuesOf(data: Data): readonly unknown[] {
  return Array.from({ length: data.length }, (_, row) => (data.getValid(row) ? valueOf(data, row) : null));
}

/** Returns a value from the buffers of a column: `apache-arrow` would round times to milliseconds. */
function valueOf(data: Data, row: number): unknown {
  const type = data.type;
  const values = data.values as unknown;
  const offsets = data.valueOffsets as Int32Array;
  if (DataType.isUtf8(type)) return Buffer.from((values as Uint8Array).subarray(offsets[row], offsets[row + 1])).toString(); // prettier-ignore
  if (DataType.isBool(type)) return (((values as Uint8Array)[row >> 3]! >> (row & 7)) & 1) === 1;
  if (DataType.isDecimal(type)) return printDecimal(values as Uint32Array, row, type.scale);
  const value = (values as Float64Array | BigInt64Array | Int32Array)[row]!;
  if (DataType.isDate(type)) return new Date(Number(value) * 86_400_000).toISOString().slice(0, 10);
  if (DataType.isTime(type)) return printMicros(BigInt(value)).slice(11);
  if (DataType.isTimestamp(type)) return printMicros(BigInt(value));
  return typeof value === 'bigint' ? String(value) : printDouble(value);
}

/** Returns a number, or NaN and the infinities as strings, as DuckDB prints them in JSON. */
function printDouble(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

function printDecimal(words: Uint32Array, row: number, scale: number): string {
  const [w0 = 0, w1 = 0, w2 = 0, w3 = 0] = words.subarray(4 * row, 4 * row + 4);
  const value = BigInt.asIntN(128, (BigInt(w3) << 96n) | (BigInt(w2) << 64n) | (BigInt(w1) << 32n) | BigInt(w0));
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${value < 0n ? '-' : ''}${digits.slice(0, point)}${scale === 0 ? '' : `.${digits.slice(point)}`}`;
}

function printMicros(micros: bigint): string {
  const second = 1_000_000n;
  const fraction = ((micros % second) + second) % second;
  const text = new Date(Number((micros - fraction) / 1_000n)).toISOString().slice(0, 19).replace('T', ' ');
  return fraction === 0n ? text : `${text}.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`;
}
