import { type Cell, type OutputColumn, type PackedForm, packedText } from '../../model';
import { type CellKind } from '../cells/cell-kind';
import { isVerbatim } from '../cells/is-verbatim';
import { type ResultField, TYPES } from './field-types';
import type { PacketSink } from './packet-sink';
import { DATE_BYTES, hasPlainDigits, isPlainDay, printPlainDay, readSafeLong, TIMESTAMP_BYTES } from './plain-values';
import { kindOf } from './read-mysql-cells';
import { cellReader, isUnsigned, type Read, type RowPacket, valueReader } from './read-mysql-values';

/** A function that packs a value other than NULL and moves the offset of the packet past it. */
export type PackValue = (packet: RowPacket, sink: PacketSink) => void;

type Wanted = OutputColumn['type'];

/** A column that can be packed. `slow` packs a value as the text of its cell. */
interface Column {
  readonly field: ResultField;
  readonly wanted: Wanted;
  readonly readCell: (packet: RowPacket) => Cell;
  readonly slow: PackValue;
}

const LONG_BYTES = 8;
/** The length of a time without a fraction in the binary protocol. */
const TIME_BYTES = 8;
const NUMBERS: ReadonlySet<CellKind> = new Set<CellKind>(['integer', 'decimal', 'float', 'double']);

/**
 * Returns a function that packs the values of a column as the MySQL protocol sends its cells, byte for byte; undefined for a type that only
 * the driver can read, for a column whose values decide how it is described (`sentColumn`), and for values that its type cannot have in the
 * binary form.
 */
export function valuePacker(field: ResultField, wanted: Wanted, form: PackedForm): PackValue | undefined {
  const readCell = cellReader(field, wanted);
  if (readCell === undefined || wanted === 'unknown' || (isInteger(wanted) && !hasLongs(field))) return undefined;
  const slow: PackValue = (packet, sink) => {
    sink.sizedText(packedText(readCell(packet) ?? ''));
  };
  const column = { field, wanted, readCell, slow };
  return form === 'text' ? textPacker(column) : BINARY_PACKERS[wanted](column);
}

function isInteger(wanted: Wanted): boolean {
  return wanted === 'integer' || wanted === 'smallint' || wanted === 'bigint';
}

/** Returns whether all values of a column are integers of 64 bits with a sign. */
function hasLongs(field: ResultField): boolean {
  const { columnType = 0 } = field;
  if (kindOf(field) !== 'integer' || columnType === TYPES.DECIMAL || columnType === TYPES.NEWDECIMAL) return false;
  return columnType !== TYPES.LONGLONG || !isUnsigned(field);
}

function textPacker({ field, wanted, slow }: Column): PackValue {
  const kind = kindOf(field);
  if (kind === 'text') return packString(slow);
  if (!isVerbatim(kind, wanted)) return slow;
  switch (kind) {
    case 'decimal':
      return packString(slow);
    case 'integer':
      return integerPacker(field, slow);
    case 'date':
    case 'timestamp':
      return packDay(kind === 'timestamp', slow);
    default:
      return slow;
  }
}

function integerPacker(field: ResultField, slow: PackValue): PackValue {
  const { columnType } = field;
  if (columnType === TYPES.DECIMAL || columnType === TYPES.NEWDECIMAL) return packDigits(slow);
  if (columnType === TYPES.LONGLONG) return packLong(isUnsigned(field), slow);
  const read = valueReader(field) as Read<number>;
  return (packet, sink) => {
    const place = sink.skip(1);
    sink.integer(read(packet));
    sink.putLength(place, 1);
  };
}

/** Returns a function that packs strings. It uses `slow` for those that are not valid UTF-8. */
function packString(slow: PackValue): PackValue {
  return (packet, sink) => {
    const { buffer, offset } = packet;
    const length = packet.readLengthCodedNumber();
    const from = packet.offset;
    packet.offset = from + length;
    if (sink.string(buffer, offset, from, packet.offset)) return;
    packet.offset = offset;
    slow(packet, sink);
  };
}

/** Returns a function that packs 64-bit integers. It uses `slow` for those that JavaScript does not represent exactly. */
function packLong(isUnsigned: boolean, slow: PackValue): PackValue {
  return (packet, sink) => {
    const value = readSafeLong(packet, isUnsigned);
    if (value === undefined) {
      slow(packet, sink);
      return;
    }
    const place = sink.skip(1);
    sink.integer(value);
    sink.putLength(place, 1);
  };
}

/** Returns a function that packs decimals without a fraction. It uses `slow` for those whose digits are not those of the number. */
function packDigits(slow: PackValue): PackValue {
  return (packet, sink) => {
    if (!hasPlainDigits(packet)) {
      slow(packet, sink);
      return;
    }
    const { buffer, offset } = packet;
    packet.offset = offset + 1 + (buffer[offset] ?? 0);
    sink.span(buffer, offset, packet.offset);
  };
}

/** Returns a function that packs dates, and timestamps without a fraction. It uses `slow` for others. */
function packDay(hasTime: boolean, slow: PackValue): PackValue {
  return (packet, sink) => {
    if (!isPlainDay(packet, hasTime)) {
      slow(packet, sink);
      return;
    }
    const place = sink.skip(1);
    printPlainDay(packet, hasTime, sink);
    sink.putLength(place, 1);
  };
}

type MakePacker = (column: Column) => PackValue | undefined;

const packDouble: MakePacker = ({ field, readCell }) => {
  if (!NUMBERS.has(kindOf(field))) return undefined;
  return (packet, sink) => {
    sink.double(Number(readCell(packet)));
  };
};

/** Copies values of this kind. One without all of its fields is completed with zeros up to `fullBytes`. */
const packMoment =
  (kind: 'date' | 'timestamp' | 'time', fullBytes: number): MakePacker =>
  ({ field }) => {
    if (kindOf(field) !== kind) return undefined;
    return (packet, sink) => {
      const { buffer, offset } = packet;
      const length = buffer[offset] ?? 0;
      packet.offset = offset + 1 + length;
      sink.byte(Math.max(length, fullBytes));
      sink.span(buffer, offset + 1, packet.offset);
      for (let count = length; count < fullBytes; count++) sink.byte(0);
    };
  };

const packWhole: MakePacker = ({ field }) => {
  if (field.columnType === TYPES.LONGLONG) return copyLong;
  const read = valueReader(field) as Read<number>;
  return (packet, sink) => {
    sink.long(read(packet));
  };
};

/** How values are packed in the binary form, by the type of the column: those without a form of their own as text. */
const BINARY_PACKERS: Readonly<Record<Exclude<Wanted, 'unknown'>, MakePacker>> = {
  string: textPacker,
  decimal: textPacker,
  boolean:
    ({ readCell }) =>
    (packet, sink) => {
      sink.byte(Number(readCell(packet)) === 0 ? 0 : 1);
    },
  integer: packWhole,
  smallint: packWhole,
  bigint: packWhole,
  float: packDouble,
  double: packDouble,
  date: packMoment('date', DATE_BYTES),
  timestamp: packMoment('timestamp', TIMESTAMP_BYTES),
  time: packMoment('time', TIME_BYTES),
};

function copyLong(packet: RowPacket, sink: PacketSink): void {
  const { buffer, offset } = packet;
  packet.offset = offset + LONG_BYTES;
  sink.span(buffer, offset, packet.offset);
}
