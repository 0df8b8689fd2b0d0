import { isUtf8 } from 'node:buffer';
import type { RowPrinting } from '../../model';

const [QUOTE, COMMA, BACKSLASH, SPACE] = [0x22, 0x2c, 0x5c, 0x20];
const FIRST_BEYOND_ASCII = 0x80;
/** The most bytes that are printed for one byte of a string: in JSON, a control character becomes `\u001f`. */
export const MOST_BYTES_OF_TEXT = 6;
/** The most bytes of UTF-8 for one unit of a JavaScript string. */
const MOST_BYTES_OF_UNIT = 3;
/** The initial size in bytes, small enough for the buffer pool of Node. */
const FIRST_BYTES = 2_048;
const NONE = Buffer.alloc(0);
const ZERO = 0x30;
const MINUS = 0x2d;
/** Below this, a number is printed digit by digit, without a conversion by the JavaScript engine. */
const SMALL = 1_000_000_000;

/** A growing buffer. The caller reserves space before writing; the writing methods check nothing. */
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
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let power = 10; value >= power; power *= 10) digits++;
  return digits;
}

/** A growing buffer of rows in one syntax, as UTF-8. */
export abstract class TextSink extends ByteSink {
  /** Appends what precedes and follows a date, a time, or a number that is printed as a string. */
  abstract quote(): void;

  /**
   * Appends a string of UTF-8 bytes if the syntax contains it unchanged. Returns false, and appends nothing, if it might not, or if the bytes
   * are not valid UTF-8: `RowPrinting.printCell` prints such a string. Two bytes more than the string has must be reserved.
   */
  abstract string(source: Buffer, from: number, to: number): boolean;

  /** Appends a printed value, and reserves the space for it. */
  value(text: string): void {
    this.reserve(MOST_BYTES_OF_UNIT * text.length);
    this.text(text);
  }

  /** Appends bytes. Returns false, and appends nothing, if they contain a control character, a quote or `other`, or are not valid UTF-8. */
  protected plain(source: Buffer, from: number, to: number, other: number): boolean {
    const { bytes } = this;
    let place = this.end;
    let seen = 0;
    for (let index = from; index < to; index++) {
      const byte = source[index] ?? 0;
      if (byte < SPACE || byte === QUOTE || byte === other) return false;
      seen |= byte;
      bytes[place++] = byte;
    }
    if (seen >= FIRST_BEYOND_ASCII && !isUtf8(source.subarray(from, to))) return false;
    this.end = place;
    return true;
  }
}

/** Returns an empty sink for rows in this format. */
export function textSink({ syntax }: RowPrinting): TextSink {
  return syntax === 'json' ? new JsonSink() : new CsvSink();
}

class JsonSink extends TextSink {
  quote(): void {
    this.byte(QUOTE);
  }

  string(source: Buffer, from: number, to: number): boolean {
    this.byte(QUOTE);
    const isPlain = this.plain(source, from, to, BACKSLASH);
    if (isPlain) this.byte(QUOTE);
    else this.end--;
    return isPlain;
  }
}

/** Fields of RFC 4180. */
class CsvSink extends TextSink {
  quote(): void {
    return;
  }

  string(source: Buffer, from: number, to: number): boolean {
    return from < to && !hasSpecialEnds(source, from, to) && this.plain(source, from, to, COMMA);
  }
}

/** The first characters of what a spreadsheet may run as a formula, without the control characters, which a sink never copies. */
const FORMULA: ReadonlySet<number> = new Set(Array.from('=+-@', (character) => character.charCodeAt(0)));
/** The first bytes in UTF-8 of the white space beyond ASCII; other characters begin with them, too. */
const [SPACE_OF_TWO_BYTES, SPACES_OF_THREE_BYTES] = [0xc2, new Set([0xe1, 0xe2, 0xe3, 0xef])];

/** Returns whether a field might be quoted or prefixed because of its first or its last character. */
function hasSpecialEnds(source: Buffer, from: number, to: number): boolean {
  const [first, last] = [source[from] ?? 0, source[to - 1] ?? 0];
  if (first === SPACE || last === SPACE || FORMULA.has(first)) return true;
  if (first >= FIRST_BEYOND_ASCII && (first === SPACE_OF_TWO_BYTES || SPACES_OF_THREE_BYTES.has(first))) return true;
  if (last < FIRST_BEYOND_ASCII) return false;
  return source[to - 2] === SPACE_OF_TWO_BYTES || SPACES_OF_THREE_BYTES.has(source[to - 3] ?? 0);
}
