import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Environment, makeOwnFolder } from '../config';
import { ServiceError } from '../errors';
import { openSealedFile, type SealedPieces, SealedFileWriter } from './sealed-file';

const FILE_NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.rows$/;

type Pieces = AsyncIterable<string | Buffer> | Iterable<string | Buffer>;

/** The files of asynchronous answers in `ASYNC_RESULT_DIR`. */
@Injectable()
export class ResultFilesService {
  constructor(private readonly environment: Environment) {}

  /** Writes the pieces of an answer as they arrive, and returns their bytes. Throws, and leaves no file, if they do not all fit. */
  async write(id: string, key: Buffer, pieces: Pieces): Promise<number> {
    let bytes = 0;
    const writer = await storing(() => this.create(id, key));
    try {
      for await (const piece of pieces) {
        const buffer = typeof piece === 'string' ? Buffer.from(piece) : piece;
        bytes += buffer.length;
        if (bytes > this.environment.asyncResultBytes) throw tooLarge();
        await storing(() => writer.write(buffer));
      }
      await storing(() => writer.end());
    } catch (error) {
      await writer.close();
      await this.remove(id);
      throw error;
    }
    await storing(() => writer.close());
    return bytes;
  }

  /** Returns the pieces of an answer; throws if its file cannot be read. */
  open(id: string, key: Buffer, bytes: number): Promise<SealedPieces> {
    return openSealedFile(this.pathOf(id), key, bytes);
  }

  /** Removes the file of an answer, if there is one. What was opened before remains readable. */
  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true });
  }

  /** Returns the ids of the answers that have files, also of those of other instances. */
  async list(): Promise<readonly string[]> {
    const names = await readdir(this.environment.asyncFolder).catch(nothingIfMissing);
    return names.flatMap((name) => FILE_NAME.exec(name)?.[1] ?? []);
  }

  private create(id: string, key: Buffer): Promise<SealedFileWriter> {
    makeOwnFolder(this.environment.asyncFolder);
    return SealedFileWriter.create(this.pathOf(id), key);
  }

  private pathOf(id: string): string {
    return join(this.environment.asyncFolder, `${id}.rows`);
  }
}

function tooLarge(): ServiceError {
  return new ServiceError('statement_too_large', 'the result is larger than ASYNC_RESULT_BYTES', {
    hint: 'select fewer rows or columns, or read pages with results-limit and results-offset',
  });
}

/** Runs work on a file; its errors do not reveal paths. */
async function storing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new ServiceError('service_unavailable', 'the result could not be stored', { cause });
  }
}

function nothingIfMissing(error: unknown): readonly string[] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
  throw error;
}
