const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
const MOST_HEAD = 65_536;

/**
 * Reads the responses of one HTTP/1.1 connection, one after the other, without keeping their bodies: a load generator has to cost less than
 * the servers. Bodies have a `content-length` or are chunked, without trailers.
 */
export class ResponseReader {
  status = 0;
  /** Bytes of the body so far. */
  bytes = 0;
  /** Bytes that were received and not understood yet: a part of a head or of a line. */
  private rest: Buffer = Buffer.alloc(0);
  private state: 'head' | 'body' | 'size' | 'chunk' | 'last' = 'head';
  /** Bytes that the body or the chunk still has, including the line end of a chunk. */
  private left = 0;

  /** Reads more bytes. Returns whether they end the response; throws if they are no response or continue after its end. */
  read(received: Buffer): boolean {
    let chunk = this.rest.length === 0 ? received : Buffer.concat([this.rest, received]);
    this.rest = chunk.subarray(chunk.length);
    if (this.state === 'head') {
      const end = chunk.indexOf(HEAD_END);
      if (end < 0) return this.wait(chunk);
      this.readHead(chunk.toString('latin1', 0, end + 2));
      chunk = chunk.subarray(end + 4);
    }
    return this.state === 'body' ? this.readBody(chunk) : this.readChunks(chunk);
  }

  private readHead(head: string): void {
    const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(head) ?? [];
    const [, length] = /\r\ncontent-length: *(\d+) *\r\n/i.exec(head) ?? [];
    const isChunked = /\r\ntransfer-encoding: *chunked *\r\n/i.test(head);
    if (status === undefined || (length === undefined && !isChunked))
      throw new Error(`a response without a length: ${head.slice(0, 200)}`);
    this.status = Number(status);
    this.bytes = 0;
    this.state = isChunked ? 'size' : 'body';
    this.left = Number(length ?? 0);
  }

  private readBody(chunk: Buffer): boolean {
    if (chunk.length > this.left) throw new Error('a response is longer than its content-length');
    this.bytes += chunk.length;
    this.left -= chunk.length;
    return this.left === 0 && this.end();
  }

  private readChunks(received: Buffer): boolean {
    let chunk = received;
    for (;;) {
      if (this.state === 'chunk') {
        const taken = Math.min(this.left, chunk.length);
        // the line end after a chunk is no part of the body
        this.bytes += Math.max(0, Math.min(taken, this.left - LINE_END.length));
        this.left -= taken;
        chunk = chunk.subarray(taken);
        if (this.left > 0) return false;
        this.state = 'size';
      }
      const end = chunk.indexOf(LINE_END);
      if (end < 0) return this.wait(chunk);
      const line = chunk.toString('latin1', 0, end);
      chunk = chunk.subarray(end + LINE_END.length);
      if (this.state === 'last') return this.end();
      const size = /^[0-9a-f]+/i.exec(line)?.[0];
      if (size === undefined) throw new Error(`a chunk without a size: ${line.slice(0, 200)}`);
      this.left = parseInt(size, 16) + LINE_END.length;
      this.state = this.left === LINE_END.length ? 'last' : 'chunk';
    }
  }

  private wait(chunk: Buffer): boolean {
    if (chunk.length > MOST_HEAD) throw new Error('a response without an end of its head');
    this.rest = chunk;
    return false;
  }

  private end(): boolean {
    this.state = 'head';
    return true;
  }
}
