import { type OutputColumn } from '../../model';
import { type CellKind } from '../cells/cell-kind';
import { isVerbatim, standsBare } from '../cells/is-verbatim';
import { type ByteSink, printCell } from '../printing/byte-sink';
import { printDate, printTime } from '../printing/print-day';
import { type ResultField, TYPES } from './field-types';
import { kindOf } from './read-mysql-cells';
import { cellReader, isUnsigned, type Read, type RowPacket, valueReader } from './read-mysql-values';

/** A function that prints a value other than NULL and moves the offset of the packet past it. */
export type PrintValue = (packet: RowPacket, sink: ByteSink) => void;

/** A column that can be printed. `slow` prints a value through its cell. */
interface Column {
  readonly type: number;
  readonly isUnsigned: boolean;
  /** Whether numbers of this column are printed without quotes. */
  readonly isBare: boolean;
  readonly read: Read;
  readonly slow: PrintValue;
}

const TWO_TO_32 = 2 ** 32;
/** JavaScript represents a 64-bit integer exactly if its upper half is below this. */
const SAFE_HIGH = 2 ** 21;
/** The most decimal digits that JavaScript always represents exactly. */
const SAFE_DIGITS = 15;
const DATE_BYTES = 4;
const TIME_BYTES = 7;
const LAST_YEAR = 9_999;
const [QUOTE, DASH, SPACE, ZERO] = [0x22, 0x2d, 0x20, 0x30];

/**
 * Returns a printer for a column, whose output equals that for its cells, byte for byte; undefined for a type that only the driver can
 * read.
 */
export function valuePrinter(field: ResultField, wanted: OutputColumn['type'], typed: boolean): PrintValue | undefined {
  const kind = kindOf(field);
  const read = valueReader(field);
  const readCell = cellReader(field, wanted);
  if (read === undefined || readCell === undefined) return undefined;
  const slow: PrintValue = (packet, sink) => {
    printCell(sink, readCell(packet), typed);
  };
  if (kind !== 'text' && !isVerbatim(kind, wanted)) return slow;
  const isBare = standsBare(wanted, typed);
  const type = field.columnType ?? 0;
  return PRINTERS[kind]?.({ type, isUnsigned: isUnsigned(field), isBare, read, slow }) ?? slow;
}

/** Printers that create no intermediate value, by kind, for columns whose cells are their values unchanged. */
const PRINTERS: Readonly<Partial<Record<CellKind, (column: Column) => PrintValue>>> = {
  text: () => printText,
  decimal: () => printText,
  integer: integerPrinter,
  date: ({ slow }) => printDay(false, slow),
  timestamp: ({ slow }) => printDay(true, slow),
};

function integerPrinter({ type, isUnsigned, isBare, read, slow }: Column): PrintValue {
  if (type === TYPES.DECIMAL || type === TYPES.NEWDECIMAL) return printDigits(isBare, slow);
  if (type === TYPES.LONGLONG) return printLong(isUnsigned, isBare, slow);
  return printInteger(read as Read<number>, isBare);
}

function printInteger(read: Read<number>, isBare: boolean): PrintValue {
  return (packet, sink) => {
    const value = read(packet);
    if (!isBare) sink.byte(QUOTE);
    sink.integer(value);
    if (!isBare) sink.byte(QUOTE);
  };
}

/** Returns a printer for 64-bit integers. It uses `slow` for those that JavaScript does not represent exactly. */
function printLong(isUnsigned: boolean, isBare: boolean, slow: PrintValue): PrintValue {
  return (packet, sink) => {
    const { buffer, offset } = packet;
    const high = isUnsigned ? buffer.readUInt32LE(offset + 4) : buffer.readInt32LE(offset + 4);
    if (high >= SAFE_HIGH || high <= -SAFE_HIGH) {
      slow(packet, sink);
      return;
    }
    packet.offset = offset + 8;
    if (!isBare) sink.byte(QUOTE);
    sink.integer(high * TWO_TO_32 + buffer.readUInt32LE(offset));
    if (!isBare) sink.byte(QUOTE);
  };
}

/** Returns a printer for decimals without a fraction whose digits are valid JSON. It uses `slow` for others. */
function printDigits(isBare: boolean, slow: PrintValue): PrintValue {
  return (packet, sink) => {
    const { buffer, offset } = packet;
    const length = buffer[offset] ?? 0;
    const first = buffer[offset + 1] === DASH ? offset + 2 : offset + 1;
    if (length === 0 || length > SAFE_DIGITS || (buffer[first] === ZERO && length > 1)) {
      slow(packet, sink);
      return;
    }
    packet.offset = offset + 1 + length;
    if (!isBare) sink.byte(QUOTE);
    sink.copy(buffer.subarray(offset + 1, packet.offset));
    if (!isBare) sink.byte(QUOTE);
  };
}

function printText(packet: RowPacket, sink: ByteSink): void {
  const length = packet.readLengthCodedNumber();
  const from = packet.offset;
  packet.offset = from + length;
  if (!sink.quoted(packet.buffer, from, packet.offset))
    sink.text(JSON.stringify(packet.buffer.toString('utf8', from, packet.offset)));
}

/** Returns a printer for dates, and for timestamps without a fraction. It uses `slow` for others. */
function printDay(hasTime: boolean, slow: PrintValue): PrintValue {
  return (packet, sink) => {
    const { buffer, offset } = packet;
    const length = buffer[offset];
    const isPlain = length === DATE_BYTES || (hasTime && length === TIME_BYTES);
    const year = isPlain ? buffer.readUInt16LE(offset + 1) : 0;
    if (!isPlain || year > LAST_YEAR) {
      slow(packet, sink);
      return;
    }
    packet.offset = offset + 1 + length;
    sink.byte(QUOTE);
    printDate(sink, year, buffer[offset + 3] ?? 0, buffer[offset + 4] ?? 0);
    if (hasTime) printTimeBytes(length === TIME_BYTES ? buffer.subarray(offset + 5, packet.offset) : MIDNIGHT, sink);
    sink.byte(QUOTE);
  };
}

const MIDNIGHT = Uint8Array.of(0, 0, 0);

function printTimeBytes([hours = 0, minutes = 0, seconds = 0]: Uint8Array, sink: ByteSink): void {
  sink.byte(SPACE);
  printTime(sink, hours, minutes, seconds);
}
