import { isUtf8 } from 'node:buffer';
import { ByteSink } from '../printing/byte-sink';

/** Shorter strings are copied byte by byte, which costs less than a call of Node. */
const SHORT = 48;
const FIRST_BEYOND_ASCII = 0x80;
/** The first values of a length that one byte, and two and three bytes after a first one, do not hold. */
const [BEYOND_ONE, BEYOND_TWO, BEYOND_THREE] = [0xfb, 2 ** 16, 2 ** 24];

/** A growing buffer of packets of the MySQL protocol. As in `ByteSink`, the caller reserves space before writing. */
export class PacketSink extends ByteSink {
  /** Appends room for a length, and returns its place for `putLength`. */
  skip(bytes: number): number {
    this.end += bytes;
    return this.end - bytes;
  }

  /** Writes the number of bytes that follow the room at `place` into this room, which has `bytes` bytes. */
  putLength(place: number, bytes: number): void {
    const begin = place + bytes;
    let rest = this.end - begin;
    for (let index = place; index < begin; index++) {
      this.bytes[index] = rest & 0xff;
      rest >>>= 8;
    }
  }

  /** Appends bytes of another buffer. */
  span(source: Buffer, from: number, to: number): void {
    this.end += source.copy(this.bytes, this.end, from, to);
  }

  /**
   * Appends a string with its length: the length is at `header`, the string from `from` up to `to`. Returns false, and appends nothing, if the
   * string is not valid UTF-8.
   */
  string(source: Buffer, header: number, from: number, to: number): boolean {
    const { bytes } = this;
    if (to - from >= SHORT) {
      if (!isUtf8(source.subarray(from, to))) return false;
      this.span(source, header, to);
      return true;
    }
    let seen = 0;
    let place = this.end;
    bytes[place++] = source[header] ?? 0;
    for (let index = from; index < to; index++) {
      const byte = source[index] ?? 0;
      seen |= byte;
      bytes[place++] = byte;
    }
    if (seen >= FIRST_BEYOND_ASCII && !isUtf8(source.subarray(from, to))) return false;
    this.end = place;
    return true;
  }

  /** Appends a string with its length, and reserves the space for both. */
  sizedText(text: string): void {
    const length = Buffer.byteLength(text);
    this.reserve(length + 9);
    if (length < BEYOND_ONE) this.byte(length);
    else if (length < BEYOND_TWO) this.number(0xfc, 1).number(length, 2);
    else if (length < BEYOND_THREE) this.number(0xfd, 1).number(length, 3);
    else this.number(0xfe, 1).number(length, 6).number(0, 2);
    this.text(text);
  }

  /** Appends an unsigned number of up to 6 bytes, the lowest first. */
  number(value: number, bytes: number): this {
    this.end = this.bytes.writeUIntLE(value, this.end, bytes);
    return this;
  }

  /** Appends an integer of up to 32 bits, signed or not, as one of 64 bits. */
  long(value: number): void {
    this.number(value >>> 0, 4).number(value < 0 ? 0xffff_ffff : 0, 4);
  }

  double(value: number): void {
    this.end = this.bytes.writeDoubleLE(value, this.end);
  }
}
