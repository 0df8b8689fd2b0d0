import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBInstance } from '@duckdb/node-api';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Environment, OWNER_ONLY_FOLDER } from '../../config';
import { makeSpillFolder } from '../duckdb/make-spill-folder';
import { loadArrow, loadParquet } from './load-encoders';
import type { TypedRows } from './typed-table';

/** The memory of all answers that are being encoded; what needs more goes to the disk. */
const MEMORY = '256MiB';
const PIECE_BYTES = 65_536;

/**
 * Encodes rows as Parquet and as Arrow, by a DuckDB of its own. Both read all rows before they yield the first byte, and throw
 * `format_bad_value` for a value that the type of its column cannot have.
 */
@Injectable()
export class TypedFormatsService implements OnApplicationShutdown {
  private opening: Promise<DuckDBInstance> | undefined;

  constructor(private readonly environment: Environment) {}

  async onApplicationShutdown(): Promise<void> {
    (await this.opening)?.closeSync();
  }

  /** Yields the bytes of a Parquet file, which is written to a folder of the data directory until the iteration ends. */
  async *parquet(rows: TypedRows): AsyncGenerator<Buffer> {
    const folder = await makeSpillFolder(this.environment.dataDir);
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    try {
      const path = join(folder, 'answer.parquet');
      await this.writeFile(path, rows);
      for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) yield piece as Buffer;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Yields the bytes of a stream of Arrow IPC. */
  async *arrow(rows: TypedRows): AsyncGenerator<Buffer> {
    const { collectRows, encodeArrow } = await loadArrow();
    const connection = await (await this.instance()).connect();
    try {
      yield* encodeArrow(connection, await collectRows(connection, rows));
    } finally {
      connection.disconnectSync();
    }
  }

  private async writeFile(path: string, rows: TypedRows): Promise<void> {
    const { collectRows, writeParquet } = await loadParquet();
    const connection = await (await this.instance()).connect();
    try {
      await writeParquet(connection, path, await collectRows(connection, rows));
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
