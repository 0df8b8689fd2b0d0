import { type Cell, type OutputColumn } from '../../model';
import { type CellKind, type RawValue } from '../cells/cell-kind';
import { shapeCell } from '../cells/shape-cell';
import { LastMade } from '../printing/last-made';
import { type ResultField, TYPES, typesOf } from './field-types';
import { kindOf } from './read-mysql-cells';

/** A row in the binary protocol of prepared statements, as an object of the driver. */
export interface RowPacket {
  readonly buffer: Buffer;
  offset: number;
  readonly end: number;
  readLengthCodedNumber(): number;
  readFloat(): number;
  readDouble(): number;
  readDateTimeString(decimals: number, separator: null, columnType: number): string;
  readTimeString(): string;
}

/** A function that reads a value other than NULL and moves the offset of the packet past it. */
export type Read<Value extends RawValue = RawValue> = (packet: RowPacket) => Value;

const UNSIGNED = 0x20;
/** The number of bits of the NULL bitmap of a row before the first column. */
export const RESERVED_BITS = 2;

/**
 * Returns a function that reads a value other than NULL as a cell and moves the offset of the packet past it; undefined for a type that
 * only the driver can read.
 */
export function cellReader(
  field: ResultField,
  wanted: OutputColumn['type'],
): ((packet: RowPacket) => Cell) | undefined {
  const kind = kindOf(field);
  const read = valueReader(field);
  const shape = shapeCell(kind, wanted);
  return read && ((packet) => shape(read(packet)));
}

/** A function that reads a row as cells. */
type ReadCells = (packet: RowPacket) => readonly Cell[];

/** Returns a function that reads a row as cells; undefined if a column has a type that only the driver can read. */
export function cellsReader(fields: readonly ResultField[], columns: readonly OutputColumn[]): ReadCells | undefined {
  return cellsReaders.of(columns, typesOf(fields), () => makeCellsReader(fields, columns));
}

const cellsReaders = new LastMade<readonly OutputColumn[], ReadCells | undefined>();

function makeCellsReader(fields: readonly ResultField[], columns: readonly OutputColumn[]): ReadCells | undefined {
  const readers = fields.map((field, index) => cellReader(field, columns[index]?.type ?? 'unknown'));
  if (!readers.every((read) => read !== undefined)) return undefined;
  const places = readers.map((read, index) => {
    const bit = index + RESERVED_BITS;
    return { read, byte: bit >> 3, mask: 1 << (bit & 7) };
  });
  const bitmapBytes = (readers.length + RESERVED_BITS + 7) >> 3;
  return (packet) => {
    const { buffer } = packet;
    const bitmap = packet.offset + 1;
    packet.offset = bitmap + bitmapBytes;
    const cells: Cell[] = [];
    for (const { read, byte, mask } of places)
      cells.push(((buffer[bitmap + byte] ?? 0) & mask) === 0 ? read(packet) : null);
    return cells;
  };
}

/** Returns a function that reads the values that the driver would return; undefined for a type that only the driver can read. */
export function valueReader(field: ResultField): Read | undefined {
  return READERS[kindOf(field)]?.(field);
}

/** Returns whether a column has unsigned integers. */
export function isUnsigned({ flags }: ResultField): boolean {
  return typeof flags === 'number' && (flags & UNSIGNED) !== 0;
}

/** Readers of the values that the driver would return, by kind. */
const READERS: Readonly<Partial<Record<CellKind, (field: ResultField) => Read | undefined>>> = {
  text: ({ columnType, encoding }) => (columnType === TYPES.JSON || encoding === 'utf8' ? readText : undefined),
  decimal: () => readText,
  integer: integerReader,
  float: () => (packet) => packet.readFloat(),
  double: () => (packet) => packet.readDouble(),
  time: () => (packet) => packet.readTimeString(),
  date: dayReader,
  timestamp: dayReader,
};

function integerReader(field: ResultField): Read | undefined {
  const type = field.columnType ?? 0;
  if (type === TYPES.DECIMAL || type === TYPES.NEWDECIMAL) return readText;
  if (type === TYPES.LONGLONG) return isUnsigned(field) ? readUnsignedLong : readLong;
  return INTEGERS.get(type)?.(isUnsigned(field));
}

function dayReader({ decimals, columnType = 0 }: ResultField): Read {
  return (packet) => packet.readDateTimeString(decimals, null, columnType);
}

/** Readers of integers of up to 32 bits. */
const INTEGERS = new Map<number, (isUnsigned: boolean) => Read<number>>([
  [TYPES.TINY, (isUnsigned) => reader(1, isUnsigned ? 'readUInt8' : 'readInt8')],
  [TYPES.SHORT, (isUnsigned) => reader(2, isUnsigned ? 'readUInt16LE' : 'readInt16LE')],
  [TYPES.YEAR, () => reader(2, 'readUInt16LE')],
  [TYPES.INT24, (isUnsigned) => reader(4, isUnsigned ? 'readUInt32LE' : 'readInt32LE')],
  [TYPES.LONG, (isUnsigned) => reader(4, isUnsigned ? 'readUInt32LE' : 'readInt32LE')],
]);
const readLong = reader(8, 'readBigInt64LE');
const readUnsignedLong = reader(8, 'readBigUInt64LE');

type Method =
  | 'readUInt8' | 'readInt8' | 'readUInt16LE' | 'readInt16LE' | 'readUInt32LE' | 'readInt32LE'
  | 'readBigInt64LE' | 'readBigUInt64LE'; // prettier-ignore

function reader<Name extends Method>(bytes: number, method: Name): Read<ReturnType<Buffer[Name]>> {
  return ((packet: RowPacket) => {
    packet.offset += bytes;
    return packet.buffer[method](packet.offset - bytes);
  }) as Read<ReturnType<Buffer[Name]>>;
}

function readText(packet: RowPacket): string {
  const length = packet.readLengthCodedNumber();
  packet.offset += length;
  return packet.buffer.toString('utf8', packet.offset - length, packet.offset);
}
