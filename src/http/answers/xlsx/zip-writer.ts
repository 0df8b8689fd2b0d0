import { createDeflateRaw, crc32, type DeflateRaw } from 'node:zlib';

const [LOCAL, DESCRIPTOR, CENTRAL, END, END_64, LOCATOR_64] = [
  0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50,
];
/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const [VERSION, VERSION_64] = [20, 45];
/** The first of January 1980, the earliest date of the format: equal rows are equal bytes. */
const DATE = 0x0021;
const MOST_32 = 0xffff_ffff;
const MOST_16 = 0xffff;
const OFFSET_64 = 0x0001;

/** An entry whose data are written. */
interface Entry {
  readonly name: string;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * Writes a ZIP archive (PKWARE's APPNOTE 6.3) piece by piece. The sizes of an entry follow its data, so that no data are kept; each entry has
 * less than 4 GiB before and after compression, for which the writer's user answers. An archive without its end is unreadable.
 */
export class ZipWriter {
  /** The bytes that are written and not yet taken. */
  length = 0;
  private pieces: Buffer[] = [];
  private offset = 0;
  private readonly entries: Entry[] = [];
  private open: { name: string; crc: number; packed: number; size: number; offset: number } | undefined;
  private deflate: DeflateRaw | undefined;

  /** Starts an entry; the last one must have ended. */
  begin(name: string): void {
    this.open = { name, crc: 0, packed: 0, size: 0, offset: this.offset };
    const header = Buffer.alloc(30);
    header.writeUInt32LE(LOCAL, 0);
    header.writeUInt16LE(VERSION, 4);
    header.writeUInt16LE(FLAGS, 6);
    header.writeUInt16LE(DEFLATED, 8);
    header.writeUInt16LE(DATE, 12);
    header.writeUInt16LE(Buffer.byteLength(name), 26);
    this.push(header);
    this.push(Buffer.from(name));
    this.deflate = createDeflateRaw({ level: 1 }).on('data', (piece: Buffer) => {
      this.push(piece);
    });
  }

  /** Resolves when the text is compressed. */
  async write(text: string): Promise<void> {
    const { open, deflate } = this;
    if (open === undefined || deflate === undefined) throw new Error('no entry is open');
    const bytes = Buffer.from(text);
    open.crc = crc32(bytes, open.crc);
    open.size += bytes.length;
    await new Promise<void>((resolve, reject) => {
      deflate.write(bytes, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  async end(): Promise<void> {
    const { open, deflate } = this;
    if (open === undefined || deflate === undefined) throw new Error('no entry is open');
    await new Promise<void>((resolve, reject) => {
      deflate.on('error', reject).on('end', resolve);
      deflate.end();
    });
    open.packed = this.offset - open.offset - 30 - Buffer.byteLength(open.name);
    const descriptor = Buffer.alloc(16);
    [DESCRIPTOR, open.crc, open.packed, open.size].forEach((field, index) =>
      descriptor.writeUInt32LE(field, 4 * index),
    );
    this.push(descriptor);
    this.entries.push(open);
    this.close();
  }

  /** Writes the directory of the archive. */
  finish(): void {
    const begin = this.offset;
    this.entries.forEach((entry) => {
      this.push(directoryEntry(entry));
    });
    const place = { count: this.entries.length, begin, size: this.offset - begin };
    if (begin > MOST_32 || this.offset > MOST_32) this.push(end64(place, this.offset));
    this.push(endOf(place));
  }

  /** Returns the bytes that were written since the last call. */
  take(): Buffer {
    const { pieces } = this;
    this.pieces = [];
    this.length = 0;
    return Buffer.concat(pieces);
  }

  /** Frees the memory of the compression, also of an entry that is not complete. */
  close(): void {
    this.deflate?.close();
    this.deflate = undefined;
    this.open = undefined;
  }

  private push(piece: Buffer): void {
    this.pieces.push(piece);
    this.length += piece.length;
    this.offset += piece.length;
  }
}

/** The place of the directory in its archive. */
interface Directory {
  readonly count: number;
  readonly begin: number;
  readonly size: number;
}

function directoryEntry({ name, crc, packed, size, offset }: Entry): Buffer {
  const isFar = offset > MOST_32;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE(isFar ? VERSION_64 : VERSION, 4);
  header.writeUInt16LE(isFar ? VERSION_64 : VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(Buffer.byteLength(name), 28);
  header.writeUInt16LE(isFar ? 12 : 0, 30);
  header.writeUInt32LE(Math.min(offset, MOST_32), 42);
  if (!isFar) return Buffer.concat([header, Buffer.from(name)]);
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(OFFSET_64, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  return Buffer.concat([header, Buffer.from(name), extra]);
}

/** Returns the end for archives beyond 4 GiB, which precedes the usual one. */
function end64({ count, begin, size }: Directory, offset: number): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(END_64, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(VERSION_64, 12);
  end.writeUInt16LE(VERSION_64, 14);
  [count, count, size, begin].forEach((field, index) => end.writeBigUInt64LE(BigInt(field), 24 + 8 * index));
  end.writeUInt32LE(LOCATOR_64, 56);
  end.writeBigUInt64LE(BigInt(offset), 56 + 8);
  end.writeUInt32LE(1, 56 + 16);
  return end;
}

function endOf({ count, begin, size }: Directory): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(Math.min(count, MOST_16), 8);
  end.writeUInt16LE(Math.min(count, MOST_16), 10);
  end.writeUInt32LE(Math.min(size, MOST_32), 12);
  end.writeUInt32LE(Math.min(begin, MOST_32), 16);
  return end;
}
