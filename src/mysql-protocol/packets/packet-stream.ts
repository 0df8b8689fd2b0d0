import type { Duplex } from 'node:stream';
import type { PackedRows } from '../../model';
import { MalformedPacketError } from './byte-reader';
import { ByteWriter } from './byte-writer';
import { HEADER_BYTES, MOST_PACKET_BYTES } from './protocol';

/** What a connection must keep to. */
export interface PacketLimits {
  /** The longest payload that a client may send. */
  readonly mostBytes: number;
  /** The time within which a packet must arrive that has begun to arrive, in milliseconds. */
  readonly arrivalMs: number;
  /** The time within which the client must read what was written, in milliseconds. */
  readonly unreadMs: number;
}

/** A payload that is longer than the limit: its connection is closed after an error. */
export class PacketTooLargeError extends Error {}

/** The room of a connection for what it sends, while that is not much. */
const FIRST_WRITTEN = 1024;
/** Bytes that may wait to be sent. */
const MOST_WRITTEN = 64 * 1024;

/**
 * The packets of a connection: payloads with a header of their length and a number, which begins with 0 for each command. At most one
 * command is read ahead of the one that is executed.
 */
export class PacketStream {
  /** The number of the next packet. */
  sequence = 0;
  private received: Buffer = Buffer.alloc(0);
  private isEnded = false;
  private wake: () => void = () => undefined;
  private readonly pending = new ByteWriter(FIRST_WRITTEN);
  private readonly onData = (chunk: Buffer): void => {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    if (this.received.length > this.limits.mostBytes + MOST_WRITTEN) this.stream.pause();
    this.wake();
  };
  private readonly onEnd = (): void => {
    this.isEnded = true;
    this.wake();
  };

  constructor(
    readonly stream: Duplex,
    public limits: PacketLimits,
  ) {
    stream.on('data', this.onData);
    stream.once('end', this.onEnd);
    stream.once('close', this.onEnd);
    stream.on('error', this.onEnd);
  }

  /** Stops reading, and returns what was received and not yet read: for the TLS connection that follows. */
  detach(): Buffer {
    this.stream.pause();
    this.stream.off('data', this.onData);
    this.stream.off('end', this.onEnd);
    this.stream.off('close', this.onEnd);
    return this.received;
  }

  /** Returns the next payload; undefined when the client has closed the connection. A payload is joined from its packets. */
  async next(): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    let length = 0;
    for (;;) {
      const header = await this.take(HEADER_BYTES, parts.length > 0);
      if (header === undefined) return undefined;
      const size = header.readUIntLE(0, 3);
      length += size;
      if (length > this.limits.mostBytes) throw new PacketTooLargeError('a packet is too large');
      this.checkSequence(header.readUInt8(3), parts.length > 0);
      const part = await this.take(size, true);
      if (part === undefined) return undefined;
      if (size < MOST_PACKET_BYTES && parts.length === 0) return part;
      parts.push(part);
      if (size < MOST_PACKET_BYTES) return Buffer.concat(parts);
    }
  }

  /**
   * Removes what precedes the first packet, which `read` recognizes: it returns what it has found and its length, undefined if nothing is
   * there, and `more` while more bytes must arrive. Resolves with undefined if the client leaves.
   */
  async takePrefix<Prefix extends { readonly length: number }>(
    read: (received: Buffer) => Prefix | 'more' | undefined,
  ): Promise<Prefix | undefined> {
    for (let found = await this.peek(read, 1); ; found = await this.peek(read, this.received.length + 1)) {
      if (found === 'more') continue;
      if (found !== undefined) this.received = this.received.subarray(found.length);
      return found;
    }
  }

  private async peek<Prefix>(read: (received: Buffer) => Prefix, length: number): Promise<Prefix | undefined> {
    return (await this.arrived(length, length > 1)) ? read(this.received) : undefined;
  }

  /** Begins a command: its first packet has the number 0. */
  beginCommand(): void {
    this.sequence = 0;
  }

  /** Adds a payload to what `flush` sends. */
  write(payload: Buffer): void {
    let rest = payload;
    for (;;) {
      const part = rest.subarray(0, MOST_PACKET_BYTES);
      this.pending.number(part.length, 3).number(this.nextSequence(), 1).raw(part);
      rest = rest.subarray(part.length);
      if (part.length < MOST_PACKET_BYTES) return;
    }
  }

  /** Adds the payloads of packed rows. Their lengths are replaced by the headers of packets, which have the same size. */
  writeRows({ bytes }: PackedRows): void {
    let begin = 0;
    for (let at = 0; at < bytes.length;) {
      const length = bytes.readUInt32LE(at);
      const end = at + HEADER_BYTES + length;
      if (length < MOST_PACKET_BYTES) bytes[at + 3] = this.nextSequence();
      else {
        this.pending.raw(bytes.subarray(begin, at));
        this.write(bytes.subarray(at + HEADER_BYTES, end));
        begin = end;
      }
      at = end;
    }
    this.pending.raw(bytes.subarray(begin));
  }

  /** Adds a payload that `print` writes, without copying it. Adds nothing if `print` throws. */
  print(print: (writer: ByteWriter) => void): void {
    const { pending } = this;
    const begin = pending.length;
    pending.number(0, HEADER_BYTES);
    try {
      print(pending);
    } catch (error) {
      pending.cut(begin);
      throw error;
    }
    const length = pending.length - begin - HEADER_BYTES;
    if (length >= MOST_PACKET_BYTES) {
      const payload = pending.cut(begin + HEADER_BYTES);
      pending.cut(begin);
      this.write(payload);
      return;
    }
    pending.patch(length, begin, 3);
    pending.patch(this.nextSequence(), begin + 3, 1);
  }

  /** Whether so much was written that it should be sent. */
  get isFull(): boolean {
    return this.pending.length >= MOST_WRITTEN;
  }

  /** Sends what was written; `hasMore` says that much more will follow. Rejects if the client does not read in time, or has left. */
  async flush(hasMore = false): Promise<void> {
    if (this.pending.length === 0) return;
    const bytes = this.pending.finish(hasMore);
    if (this.stream.destroyed) throw new Error('the client has closed the connection');
    if (this.stream.write(bytes)) return;
    await this.drained();
  }

  private nextSequence(): number {
    const { sequence } = this;
    this.sequence = (sequence + 1) & 0xff;
    return sequence;
  }

  private drained(): Promise<void> {
    const { stream } = this;
    return new Promise((resolve, reject) => {
      const settle = (error?: Error): void => {
        clearTimeout(timer);
        stream.off('drain', onDrain).off('close', onClose);
        if (error === undefined) resolve();
        else reject(error);
      };
      const onDrain = (): void => {
        settle();
      };
      const onClose = (): void => {
        settle(new Error('the client has closed the connection'));
      };
      const timer = setTimeout(() => {
        stream.destroy();
        settle(new Error('the client does not read'));
      }, this.limits.unreadMs);
      stream.once('drain', onDrain).once('close', onClose);
    });
  }

  private checkSequence(sequence: number, continues: boolean): void {
    if (!continues && sequence !== this.sequence) throw new MalformedPacketError('packets are out of order');
    this.sequence = (sequence + 1) & 0xff;
  }

  /** Returns this many bytes; undefined if the client leaves before. */
  private async take(length: number, hasBegun: boolean): Promise<Buffer | undefined> {
    if (!(await this.arrived(length, hasBegun))) return undefined;
    const taken = this.received.subarray(0, length);
    this.received = this.received.subarray(length);
    return taken;
  }

  /** Resolves with true when this many bytes have arrived, with false if the client leaves before. Those of a packet that has begun must arrive in time. */
  private async arrived(length: number, hasBegun: boolean): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    try {
      while (this.received.length < length) {
        if (this.isEnded) return false;
        if (hasBegun || this.received.length > 0) {
          timer ??= setTimeout(() => {
            this.stream.destroy();
          }, this.limits.arrivalMs);
        }
        this.stream.resume();
        await new Promise<void>((resolve) => (this.wake = resolve));
      }
    } finally {
      clearTimeout(timer);
    }
    return true;
  }
}
