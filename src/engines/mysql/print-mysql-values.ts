import { type OutputColumn, type RowPrinting } from '../../model';
import { type CellKind } from '../cells/cell-kind';
import { isVerbatim, standsBare } from '../cells/is-verbatim';
import { type TextSink } from '../printing/byte-sink';
import { type ResultField, TYPES } from './field-types';
import { hasPlainDigits, isPlainDay, printPlainDay, readSafeLong } from './plain-values';
import { kindOf } from './read-mysql-cells';
import { cellReader, isUnsigned, type Read, type RowPacket, valueReader } from './read-mysql-values';

/** A function that prints a value other than NULL and moves the offset of the packet past it. */
export type PrintValue = (packet: RowPacket, sink: TextSink) => void;

/** A column that can be printed. `slow` prints a value through its cell. */
interface Column {
  readonly type: number;
  readonly isUnsigned: boolean;
  /** Whether numbers of this column are printed without quotes. */
  readonly isBare: boolean;
  readonly read: Read;
  readonly slow: PrintValue;
}

/**
 * Returns a printer for a column, whose output equals that for its cells, byte for byte; undefined for a type that only the driver can
 * read.
 */
export function valuePrinter(
  field: ResultField,
  wanted: OutputColumn['type'],
  { typed, printCell }: RowPrinting,
): PrintValue | undefined {
  const kind = kindOf(field);
  const read = valueReader(field);
  const readCell = cellReader(field, wanted);
  if (read === undefined || readCell === undefined) return undefined;
  const slow: PrintValue = (packet, sink) => {
    sink.value(printCell(readCell(packet)));
  };
  if (kind !== 'text' && !isVerbatim(kind, wanted)) return slow;
  const isBare = standsBare(wanted, typed);
  const type = field.columnType ?? 0;
  return PRINTERS[kind]?.({ type, isUnsigned: isUnsigned(field), isBare, read, slow }) ?? slow;
}

/** Printers that create no intermediate value, by kind, for columns whose cells are their values unchanged. */
const PRINTERS: Readonly<Partial<Record<CellKind, (column: Column) => PrintValue>>> = {
  text: printText,
  decimal: printText,
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
    if (!isBare) sink.quote();
    sink.integer(value);
    if (!isBare) sink.quote();
  };
}

/** Returns a printer for 64-bit integers. It uses `slow` for those that JavaScript does not represent exactly. */
function printLong(isUnsigned: boolean, isBare: boolean, slow: PrintValue): PrintValue {
  return (packet, sink) => {
    const value = readSafeLong(packet, isUnsigned);
    if (value === undefined) {
      slow(packet, sink);
      return;
    }
    if (!isBare) sink.quote();
    sink.integer(value);
    if (!isBare) sink.quote();
  };
}

/** Returns a printer for decimals without a fraction whose digits are valid JSON. It uses `slow` for others. */
function printDigits(isBare: boolean, slow: PrintValue): PrintValue {
  return (packet, sink) => {
    if (!hasPlainDigits(packet)) {
      slow(packet, sink);
      return;
    }
    const { buffer, offset } = packet;
    packet.offset = offset + 1 + (buffer[offset] ?? 0);
    if (!isBare) sink.quote();
    sink.copy(buffer.subarray(offset + 1, packet.offset));
    if (!isBare) sink.quote();
  };
}

function printText({ slow }: Column): PrintValue {
  return (packet, sink) => {
    const { offset } = packet;
    const length = packet.readLengthCodedNumber();
    const from = packet.offset;
    packet.offset = from + length;
    if (sink.string(packet.buffer, from, packet.offset)) return;
    packet.offset = offset;
    slow(packet, sink);
  };
}

/** Returns a printer for dates, and for timestamps without a fraction. It uses `slow` for others. */
function printDay(hasTime: boolean, slow: PrintValue): PrintValue {
  return (packet, sink) => {
    if (!isPlainDay(packet, hasTime)) {
      slow(packet, sink);
      return;
    }
    sink.quote();
    printPlainDay(packet, hasTime, sink);
    sink.quote();
  };
}
