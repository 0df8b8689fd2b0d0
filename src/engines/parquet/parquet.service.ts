import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBInstance } from '@duckdb/node-api';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Environment, OWNER_ONLY_FOLDER } from '../../config';
import type { Cell, NestedCell, RowStream } from '../../model';
import { makeSpillFolder } from '../duckdb/make-spill-folder';

/** The memory of all files that are being written; what needs more goes to the disk. */
const MEMORY = '256MiB';
const PIECE_BYTES = 65_536;

/** Writes rows as Parquet, by a DuckDB of its own. */
@Injectable()
export class ParquetService implements OnApplicationShutdown {
  private opening: Promise<DuckDBInstance> | undefined;

  constructor(private readonly environment: Environment) {}

  async onApplicationShutdown(): Promise<void> {
    (await this.opening)?.closeSync();
  }

  /**
   * Yields the bytes of a Parquet file. The file is complete in a folder of the data directory before its first byte is sent, since readers begin
   * at its end; the folder is removed when the iteration ends. Throws `format_bad_value` for a value that the type of its column cannot have.
   */
  async *encode(rows: Pick<RowStream<Cell | NestedCell>, 'columns' | 'batches'>): AsyncGenerator<Buffer> {
    const folder = await makeSpillFolder(this.environment.dataDir);
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    try {
      const path = join(folder, 'answer.parquet');
      await this.write(path, rows);
      for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) yield piece as Buffer;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async write(path: string, rows: Parameters<ParquetService['encode']>[0]): Promise<void> {
    const { writeParquet } = await import('./write-parquet.ts');
    const connection = await (await this.instance()).connect();
    try {
      await writeParquet(connection, path, rows);
    } finally {
      connection.disconnectSync();
    }
  }

  private instance(): Promise<DuckDBInstance> {
    this.opening ??= this.open().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  private async open(): Promise<DuckDBInstance> {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const spill = await makeSpillFolder(this.environment.dataDir);
    return await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: MEMORY, temp_directory: spill });
  }
}
