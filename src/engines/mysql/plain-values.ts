import { type ByteSink } from '../printing/byte-sink';
import { printDate, printTime } from '../printing/print-day';
import { type RowPacket } from './read-mysql-values';

const TWO_TO_32 = 2 ** 32;
/** JavaScript represents a 64-bit integer exactly if its upper half is below this. */
const SAFE_HIGH = 2 ** 21;
/** The most decimal digits that JavaScript always represents exactly. */
const SAFE_DIGITS = 15;
const LONG_BYTES = 8;
/** The length of a date in the binary protocol. */
export const DATE_BYTES = 4;
/** The length of a timestamp without a fraction in the binary protocol. */
export const TIMESTAMP_BYTES = 7;
const LAST_YEAR = 9_999;
const [DASH, SPACE, ZERO] = [0x2d, 0x20, 0x30];

/** Reads a 64-bit integer; undefined, without moving the offset of the packet, if JavaScript does not represent it exactly. */
export function readSafeLong(packet: RowPacket, isUnsigned: boolean): number | undefined {
  const { buffer, offset } = packet;
  const high = isUnsigned ? buffer.readUInt32LE(offset + 4) : buffer.readInt32LE(offset + 4);
  if (high >= SAFE_HIGH || high <= -SAFE_HIGH) return undefined;
  packet.offset = offset + LONG_BYTES;
  return high * TWO_TO_32 + buffer.readUInt32LE(offset);
}

/** Returns whether a decimal without a fraction is written as JavaScript prints its number: exactly, without leading zeros. */
export function hasPlainDigits({ buffer, offset }: RowPacket): boolean {
  const length = buffer[offset] ?? 0;
  const first = buffer[offset + 1] === DASH ? offset + 2 : offset + 1;
  return length > 0 && length <= SAFE_DIGITS && (buffer[first] !== ZERO || length === 1);
}

/** Returns whether a date, or with `hasTime` a timestamp, has a year of four digits and no fraction of a second. */
export function isPlainDay({ buffer, offset }: RowPacket, hasTime: boolean): boolean {
  const length = buffer[offset];
  return (
    (length === DATE_BYTES || (hasTime && length === TIMESTAMP_BYTES)) && buffer.readUInt16LE(offset + 1) <= LAST_YEAR
  );
}

/** Prints a value for which `isPlainDay` is true, and moves the offset of the packet past it. A timestamp without a time is at midnight. */
export function printPlainDay(packet: RowPacket, hasTime: boolean, sink: ByteSink): void {
  const { buffer, offset } = packet;
  const length = buffer[offset] ?? 0;
  packet.offset = offset + 1 + length;
  printDate(sink, buffer.readUInt16LE(offset + 1), buffer[offset + 3] ?? 0, buffer[offset + 4] ?? 0);
  if (!hasTime) return;
  sink.byte(SPACE);
  if (length === DATE_BYTES) printTime(sink, 0, 0, 0);
  else printTime(sink, buffer[offset + 5] ?? 0, buffer[offset + 6] ?? 0, buffer[offset + 7] ?? 0);
}
