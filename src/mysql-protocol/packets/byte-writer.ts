const FIRST_BYTES = 256;
/** The longest text whose length is one byte, whatever its characters are. */
const MOST_SHORT = 83;
const MOST_BYTES_OF_CHARACTER = 3;
const LAST_ASCII = 0x7f;

/** Writes the fields of packets in order. */
export class ByteWriter {
  private bytes: Buffer;
  private end = 0;

  constructor(private readonly firstBytes = FIRST_BYTES) {
    this.bytes = Buffer.allocUnsafe(firstBytes);
  }

  get length(): number {
    return this.end;
  }

  /** Returns the bytes written so far, and begins anew with room for as many if `hasMore`, otherwise with little. */
  finish(hasMore = false): Buffer {
    const written = this.bytes.subarray(0, this.end);
    this.end = 0;
    if (!hasMore && this.bytes.length === this.firstBytes) return Buffer.from(written);
    this.bytes = Buffer.allocUnsafe(hasMore ? this.bytes.length : this.firstBytes);
    return written;
  }

  /** Writes a number over bytes that were written before. */
  patch(value: number, at: number, length: number): void {
    this.bytes.writeUIntLE(value, at, length);
  }

  /** Removes what was written after this many bytes, and returns it. */
  cut(length: number): Buffer {
    const removed = Buffer.from(this.bytes.subarray(length, this.end));
    this.end = length;
    return removed;
  }

  number(value: number, length: number): this {
    this.reserve(length);
    this.end = this.bytes.writeUIntLE(value, this.end, length);
    return this;
  }

  /** Writes a signed number of 64 bits. */
  long(value: bigint): this {
    this.reserve(8);
    this.end = this.bytes.writeBigInt64LE(BigInt.asIntN(64, value), this.end);
    return this;
  }

  double(value: number): this {
    this.reserve(8);
    this.end = this.bytes.writeDoubleLE(value, this.end);
    return this;
  }

  raw(bytes: Buffer): this {
    this.reserve(bytes.length);
    this.end += bytes.copy(this.bytes, this.end);
    return this;
  }

  text(text: string): this {
    const length = Buffer.byteLength(text);
    this.reserve(length);
    this.end += this.bytes.write(text, this.end, length);
    return this;
  }

  terminated(text: string): this {
    return this.text(text).number(0, 1);
  }

  encodedNumber(value: number): this {
    if (value < 0xfb) return this.number(value, 1);
    if (value < 0x1_0000) return this.number(0xfc, 1).number(value, 2);
    if (value < 0x100_0000) return this.number(0xfd, 1).number(value, 3);
    return this.number(0xfe, 1).long(BigInt(value));
  }

  /** Writes a text with its length. */
  encodedText(text: string): this {
    if (text.length <= MOST_SHORT) {
      this.reserve(1 + MOST_BYTES_OF_CHARACTER * text.length);
      const written = this.writeAscii(text) ?? this.bytes.write(text, this.end + 1);
      this.bytes[this.end] = written;
      this.end += 1 + written;
      return this;
    }
    return this.encodedNumber(Buffer.byteLength(text)).text(text);
  }

  /** Writes a short text after the byte of its length, and returns its length; undefined if it is not ASCII. Faster than a call of Node for each value. */
  private writeAscii(text: string): number | undefined {
    const { bytes, end } = this;
    const { length } = text;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code > LAST_ASCII) return undefined;
      bytes[end + 1 + index] = code;
    }
    return length;
  }

  private reserve(length: number): void {
    const needed = this.end + length;
    if (needed <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
    this.bytes.copy(grown, 0, 0, this.end);
    this.bytes = grown;
  }
}
