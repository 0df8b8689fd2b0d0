/** A packet that does not follow the protocol: its connection is closed. */
export class MalformedPacketError extends Error {}

/** Reads the fields of a packet in order; throws `MalformedPacketError` where it ends too early. */
export class ByteReader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  get left(): number {
    return this.bytes.length - this.at;
  }

  take(length: number): Buffer {
    if (length > this.left) throw new MalformedPacketError('a packet is too short');
    const taken = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return taken;
  }

  skip(length: number): void {
    this.take(length);
  }

  /** Reads an unsigned number of up to 6 bytes. */
  number(length: number): number {
    return this.take(length).readUIntLE(0, length);
  }

  /** Reads a length-encoded number (MySQL manual, "Protocol basics"). Greater lengths than 2^53 are those of no packet. */
  encodedNumber(): number {
    const first = this.number(1);
    if (first < 0xfb) return first;
    if (first === 0xfc) return this.number(2);
    if (first === 0xfd) return this.number(3);
    if (first !== 0xfe) throw new MalformedPacketError('a packet has an invalid length');
    return Number(this.take(8).readBigUInt64LE());
  }

  encodedBytes(): Buffer {
    return this.take(this.encodedNumber());
  }

  /** Reads a string that ends with a zero byte, or with the packet. */
  terminated(): string {
    const end = this.bytes.indexOf(0, this.at);
    const length = end < 0 ? this.left : end - this.at;
    const text = this.take(length).toString('utf8');
    if (end >= 0) this.at++;
    return text;
  }

  rest(): Buffer {
    return this.take(this.left);
  }
}
