import { isUtf8 } from 'node:buffer';

/** Small enough to come out of a piece of memory that Node shares out. */
const FIRST_BYTES = 2_048;
const NONE = Buffer.alloc(0);
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
const FIRST_BEYOND_ASCII = 0x80;
const ZERO = 0x30;
const MINUS = 0x2d;
/** Up to here a number is printed digit by digit without a call into the engine of JavaScript. */
const SMALL = 1_000_000_000;
/** A control character is written as `\u001f`; all else takes less. */
export const MOST_BYTES_OF_JSON = 6;

/** Bytes of UTF-8 text that grow at the end. Who writes has reserved the room before: writing checks nothing. */
export class ByteSink {
  private bytes = NONE;
  private size = FIRST_BYTES;
  private end = 0;

  get length(): number {
    return this.end;
  }

  /** Makes room for so many bytes more. */
  reserve(most: number): void {
    const needed = this.end + most;
    if (needed <= this.bytes.length) return;
    this.size = Math.max(needed, this.bytes === NONE ? this.size : 2 * this.size);
    const larger = Buffer.allocUnsafe(this.size);
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }

  /** What was written since the last time; the sink begins anew. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.end);
    this.bytes = NONE;
    this.end = 0;
    return taken;
  }

  byte(byte: number): void {
    this.bytes[this.end++] = byte;
  }

  /** Short bytes that are known ahead. */
  copy(bytes: Uint8Array): void {
    const { bytes: target, end } = this;
    for (let index = 0; index < bytes.length; index++) target[end + index] = bytes[index] ?? 0;
    this.end = end + bytes.length;
  }

  /** Text of any characters; three bytes are to be reserved for each of its units. */
  text(text: string): void {
    this.end += this.bytes.write(text, this.end);
  }

  /** A whole number of at most 2^53. */
  integer(value: number): void {
    if (value >= SMALL || value <= -SMALL) {
      this.end += this.bytes.write(String(value), this.end, 'latin1');
      return;
    }
    let rest = value;
    if (rest < 0) {
      this.byte(MINUS);
      rest = -rest;
    }
    let place = this.end + digitsOf(rest);
    this.end = place;
    do {
      const tenth = Math.trunc(rest / 10);
      this.bytes[--place] = ZERO + rest - tenth * 10;
      rest = tenth;
    } while (rest > 0);
  }

  /** Digits with zeros in front. */
  padded(value: number, width: number): void {
    let rest = value;
    for (let place = this.end + width - 1; place >= this.end; place--) {
      const tenth = Math.trunc(rest / 10);
      this.bytes[place] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.end += width;
  }

  /**
   * The JSON string of UTF-8 text, copied byte for byte where JSON escapes nothing of it. False, with nothing written, where
   * it holds what JSON escapes or what is no UTF-8.
   */
  quoted(source: Buffer, from: number, to: number): boolean {
    const { bytes } = this;
    const begin = this.end;
    let place = begin;
    let seen = 0;
    bytes[place++] = QUOTE;
    for (let index = from; index < to; index++) {
      const byte = source[index] ?? 0;
      if (byte < FIRST_PRINTABLE || byte === QUOTE || byte === BACKSLASH) return false;
      seen |= byte;
      bytes[place++] = byte;
    }
    if (seen >= FIRST_BEYOND_ASCII && !isUtf8(source.subarray(from, to))) return false;
    bytes[place++] = QUOTE;
    this.end = place;
    return true;
  }
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let power = 10; value >= power; power *= 10) digits++;
  return digits;
}
