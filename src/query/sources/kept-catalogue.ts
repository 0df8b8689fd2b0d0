import { createHash } from 'node:crypto';
import { type Engine, type FindSourceTable, indexSourceTables, readSourceCatalogue } from '../../engines';
import type { DialectName, SourceTable } from '../../model';

/** How long a request waits for a catalogue that is being read, the time limit for reading it, and the pause after a failure. */
const WAIT_MS = 500;
const TIMEOUT_MS = 5_000;
const PAUSE_MS = 10_000;

interface Known {
  readonly startedAt: number;
  readonly fingerprint: string;
  readonly find: FindSourceTable;
}

interface Reading {
  readonly startedAt: number;
  readonly done: Promise<void>;
}

/**
 * The catalogue of one open data source, read on first need and kept for `lifetimeMs`. Statements are correct without it, but less
 * optimized: a request waits only briefly for a slow catalogue, and does not fail if it cannot be read.
 */
export class KeptCatalogue {
  private known: Known | undefined;
  private reading: Reading | undefined;
  private pausedUntil = 0;
  private isBroken = false;

  constructor(
    /** Opens the data source. The engine is not stored here, because an unused engine may be closed meanwhile. */
    private readonly open: () => Promise<Engine>,
    private readonly lifetimeMs: number,
    /** Called at the first failure after a success. */
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /**
   * Returns the tables if they are not older than `lifetimeMs`. In the second half of that time, starts to read them again without waiting.
   */
  find(): FindSourceTable | undefined {
    if (this.known === undefined) return undefined;
    const age = Date.now() - this.known.startedAt;
    if (age >= this.lifetimeMs) return undefined;
    if (age >= this.lifetimeMs / 2) void this.read();
    return this.known.find;
  }

  /** Resolves when the tables are known or not worth waiting for. */
  async load(): Promise<void> {
    const reading = this.read();
    const left = reading === undefined ? 0 : reading.startedAt + WAIT_MS - Date.now();
    if (reading === undefined || left <= 0) return;
    let timer: NodeJS.Timeout | undefined;
    const end = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, left);
    });
    await Promise.race([reading.done, end]);
    clearTimeout(timer);
  }

  /** Returns the reading in progress, or starts one; undefined during the pause after a failure. */
  private read(): Reading | undefined {
    if (this.reading !== undefined || Date.now() < this.pausedUntil) return this.reading;
    const startedAt = Date.now();
    const done = this.readAll(startedAt)
      .catch((error: unknown) => {
        this.giveUp(error);
      })
      .finally(() => {
        this.reading = undefined;
      });
    this.reading = { startedAt, done };
    return this.reading;
  }

  private async readAll(startedAt: number): Promise<void> {
    const engine = await this.open();
    this.keep(startedAt, await readSourceCatalogue(engine, { timeoutMs: TIMEOUT_MS }), engine.dialect);
  }

  /** Stores the tables. An unchanged catalogue remains the same object, so that objects derived from it remain valid. */
  private keep(startedAt: number, tables: readonly SourceTable[], dialect: DialectName): void {
    const fingerprint = createHash('sha256').update(JSON.stringify(tables)).digest('hex');
    const find = this.known?.fingerprint === fingerprint ? this.known.find : indexSourceTables(tables, dialect);
    this.known = { startedAt, fingerprint, find };
    this.isBroken = false;
  }

  private giveUp(error: unknown): void {
    this.pausedUntil = Date.now() + PAUSE_MS;
    if (!this.isBroken) this.onFailure(error);
    this.isBroken = true;
  }
}
