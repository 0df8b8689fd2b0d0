import { createCipheriv, createDecipheriv } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** Bytes of each frame before encryption, except the last one, which may be shorter. */
export const FRAME_BYTES = 65_536;
const TAG_BYTES = 16;
const SEALED_BYTES = FRAME_BYTES + TAG_BYTES;
const NONCE_BYTES = 12;
const OWNER_ONLY = 0o600;

/**
 * Writes a new file that only its owner can read: frames that are encrypted with AES-256-GCM one by one. The nonce of a frame is its number
 * and whether it is the last one, so that frames cannot be moved, repeated or cut off; `key` must therefore encrypt one file only.
 */
export class SealedFileWriter {
  private readonly frame = Buffer.allocUnsafe(FRAME_BYTES);
  private filled = 0;
  private frames = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly key: Buffer,
  ) {}

  static async create(path: string, key: Buffer): Promise<SealedFileWriter> {
    return new SealedFileWriter(await open(path, 'wx', OWNER_ONLY), key);
  }

  async write(piece: Buffer): Promise<void> {
    for (let from = 0; from < piece.length;) {
      if (this.filled === FRAME_BYTES) await this.seal(false);
      const copied = piece.copy(this.frame, this.filled, from);
      this.filled += copied;
      from += copied;
    }
  }

  /** Writes the last frame. A file without it is not readable. */
  end(): Promise<void> {
    return this.seal(true);
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async seal(isLast: boolean): Promise<void> {
    const cipher = createCipheriv('aes-256-gcm', this.key, nonceOf(this.frames++, isLast));
    const sealed = [cipher.update(this.frame.subarray(0, this.filled)), cipher.final(), cipher.getAuthTag()];
    this.filled = 0;
    await this.file.writeFile(Buffer.concat(sealed));
  }
}

/** The pieces of a file; `close` ends their use before the last one. */
export interface SealedPieces extends AsyncIterable<Buffer> {
  readonly close: () => Promise<void>;
}

/**
 * Opens a file of `SealedFileWriter` with this number of bytes before encryption. The file is closed after its last piece, or by `close`.
 * Throws if the file is missing, has another length, or its first frame was not sealed with `key`.
 */
export async function openSealedFile(path: string, key: Buffer, bytes: number): Promise<SealedPieces> {
  const frames = Math.max(1, Math.ceil(bytes / FRAME_BYTES));
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size !== bytes + frames * TAG_BYTES) throw new Error('the file of an asynchronous answer has a wrong length');
    const frame = (index: number): Promise<Buffer> => readFrame(file, key, index, index === frames - 1);
    return piecesOf(file, await frame(0), frames, frame);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** A generator would not close the file of an iteration that ends before its first piece. */
function piecesOf(
  file: FileHandle,
  first: Buffer,
  frames: number,
  frame: (index: number) => Promise<Buffer>,
): SealedPieces {
  let index = 0;
  const close = (): Promise<void> => file.close();
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await close();
    return { done: true, value: undefined };
  };
  const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
    if (index === frames) return end();
    return { done: false, value: index++ === 0 ? first : await frame(index - 1) };
  };
  return { close, [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

async function readFrame(file: FileHandle, key: Buffer, index: number, isLast: boolean): Promise<Buffer> {
  const sealed = Buffer.allocUnsafe(SEALED_BYTES);
  const { bytesRead } = await file.read(sealed, 0, SEALED_BYTES, index * SEALED_BYTES);
  const end = bytesRead - TAG_BYTES;
  if (end < 0) throw new Error('the file of an asynchronous answer ends early');
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(end, bytesRead));
  return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt8(isLast ? 1 : 0);
  nonce.writeUInt32BE(index, NONCE_BYTES - 4);
  return nonce;
}
