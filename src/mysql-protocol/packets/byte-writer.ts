const FIRST_BYTES = 256;

/** Writes the fields of a packet in order. */
export class ByteWriter {
  private bytes = Buffer.allocUnsafe(FIRST_BYTES);
  private end = 0;

  get length(): number {
    return this.end;
  }

  /** Returns the bytes written so far, and begins anew. */
  finish(): Buffer {
    const written = this.bytes.subarray(0, this.end);
    this.bytes = Buffer.allocUnsafe(FIRST_BYTES);
    this.end = 0;
    return written;
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

  encodedText(text: string): this {
    return this.encodedNumber(Buffer.byteLength(text)).text(text);
  }

  private reserve(length: number): void {
    const needed = this.end + length;
    if (needed <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
    this.bytes.copy(grown, 0, 0, this.end);
    this.bytes = grown;
  }
}
