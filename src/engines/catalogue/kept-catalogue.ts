import { createHash } from 'node:crypto';
import { type DialectName, type SourceTable } from '../../model';
import { type Engine } from '../running/engine';
import { type FindSourceTable, indexSourceTables } from './index-source-tables';
import { readSourceCatalogue } from './read-source-catalogue';

/** How long a request waits for a catalogue that is being read, how long the reading may take, and how long one that failed is left alone. */
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
 * The catalogue of one open data source, read on first need and kept for `lifetimeMs`. Without it statements are right,
 * only less optimized: so a slow one is hardly waited for, and a broken one is no error.
 */
export class KeptCatalogue {
  private known: Known | undefined;
  private reading: Reading | undefined;
  private pausedUntil = 0;
  private isBroken = false;

  constructor(
    /** Opens the data source; an engine that nobody uses may be closed meanwhile, and is not held here. */
    private readonly open: () => Promise<Engine>,
    private readonly lifetimeMs: number,
    /** Hears of the first failure after a success. */
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** The tables, while they are no older than `lifetimeMs`; in the second half of that they are read anew, which nobody waits for. */
  find(): FindSourceTable | undefined {
    if (this.known === undefined) return undefined;
    const age = Date.now() - this.known.startedAt;
    if (age >= this.lifetimeMs) return undefined;
    if (age >= this.lifetimeMs / 2) void this.read();
    return this.known.find;
  }

  /** Resolves once the tables are known or not worth waiting for. */
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

  /** The one reading at a time; undefined while a failed one is left alone. */
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

  /** A catalogue that has not changed stays the same object, and so does what was made of it. */
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
