import { isUtf8 } from 'node:buffer';
import type { Cell } from '../../model';

/** The initial size in bytes, small enough for the buffer pool of Node. */
const FIRST_BYTES = 2_048;
const NONE = Buffer.alloc(0);
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
const FIRST_BEYOND_ASCII = 0x80;
const ZERO = 0x30;
const MINUS = 0x2d;
/** Below this, a number is printed digit by digit, without a conversion by the JavaScript engine. */
const SMALL = 1_000_000_000;
/** The most bytes of JSON for one byte of a string: a control character is printed as `\u001f`. */
export const MOST_BYTES_OF_JSON = 6;

/** A growing buffer of UTF-8 text. The caller reserves space before writing; the writing methods check nothing. */
export class ByteSink {
  protected bytes = NONE;
  protected end = 0;
  private size = FIRST_BYTES;

  get length(): number {
    return this.end;
  }

  /** Reserves space for `most` more bytes. */
  reserve(most: number): void {
    const needed = this.end + most;
    if (needed <= this.bytes.length) return;
    this.size = Math.max(needed, this.bytes === NONE ? this.size : 2 * this.size);
    const larger = Buffer.allocUnsafe(this.size);
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }

  /** Returns the bytes written since the last call; the sink is empty again. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.end);
    this.bytes = NONE;
    this.end = 0;
    return taken;
  }

  byte(byte: number): void {
    this.bytes[this.end++] = byte;
  }

  /** Appends a short sequence of constant bytes. */
  copy(bytes: Uint8Array): void {
    const { bytes: target, end } = this;
    for (let index = 0; index < bytes.length; index++) target[end + index] = bytes[index] ?? 0;
    this.end = end + bytes.length;
  }

  /** Appends a string; three bytes must be reserved for each of its UTF-16 units. */
  text(text: string): void {
    this.end += this.bytes.write(text, this.end);
  }

  /** Appends an integer of at most 2^53. */
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

  /** Appends an integer, padded with leading zeros to `width` digits. */
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
   * Appends a JSON string of UTF-8 bytes, copied unchanged if JSON does not escape any of them. Returns false, and appends nothing, if they
   * contain characters that JSON escapes or are not valid UTF-8.
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

/** The most bytes of UTF-8 for one unit of a JavaScript string. */
const MOST_BYTES_OF_UNIT = 3;

/** Returns a cell as JSON; `typed` as in `RowPrinting`. */
export function cellJson(cell: Cell, typed: boolean): string {
  return JSON.stringify(typed || cell === null ? cell : String(cell));
}

/** Prints a cell, and reserves the space for it. */
export function printCell(sink: ByteSink, cell: Cell, typed: boolean): void {
  const text = cellJson(cell, typed);
  sink.reserve(MOST_BYTES_OF_UNIT * text.length);
  sink.text(text);
}
