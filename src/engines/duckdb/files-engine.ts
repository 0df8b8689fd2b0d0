import { type CompiledQuery, type PrintedRows, type RowPrinting, type RowStream } from '../../model';
import { type Engine, type PageText, type RunOptions } from '../running/engine';
import { type DuckDbEngine } from './duckdb-engine';

/** An engine over files. `content` is equal for the same files with the same columns. */
export interface OpenedFiles {
  readonly engine: DuckDbEngine;
  readonly content: string;
}

/**
 * The engine of a data source of type `files`. DuckDB fixes the readable files when it is opened. If a statement needs a file that
 * matches a pattern or is in a folder only since then, all files are listed and opened again, and the statement is run again.
 */
export class FilesEngine implements Engine {
  readonly dialect = 'duckdb';
  private renewing: Promise<boolean> | undefined;

  constructor(
    private opened: OpenedFiles,
    private readonly open: () => Promise<OpenedFiles>,
  ) {}

  get isIdle(): boolean {
    return this.renewing === undefined && this.opened.engine.isIdle;
  }

  run(query: CompiledQuery, options: RunOptions): Promise<RowStream> {
    return this.tryTwice((engine) => engine.run(query, options));
  }

  print(query: CompiledQuery, printing: RowPrinting, options: RunOptions): Promise<PrintedRows> {
    return this.tryTwice((engine) => engine.print(query, printing, options));
  }

  printPage(query: CompiledQuery, text: PageText, options: RunOptions): Promise<PrintedRows> {
    return this.tryTwice((engine) => engine.printPage(query, text, options));
  }

  prepare(sql: string, options: RunOptions): Promise<void> {
    return this.tryTwice((engine) => engine.prepare(sql, options));
  }

  async refresh(): Promise<void> {
    await this.renew();
  }

  ping(): Promise<void> {
    return this.opened.engine.ping();
  }

  async close(): Promise<void> {
    await this.renewing?.catch(() => undefined);
    await this.opened.engine.close();
  }

  /** Runs `work`, and once more if its engine was replaced meanwhile or has to be. */
  private async tryTwice<Answer>(work: (engine: DuckDbEngine) => Promise<Answer>): Promise<Answer> {
    const { engine } = this.opened;
    try {
      return await work(engine);
    } catch (error) {
      if (engine === this.opened.engine && !(lacksFile(error) && (await this.renew()))) throw error;
      return work(this.opened.engine);
    }
  }

  /** Opens the files again, and resolves with whether they or their columns have changed. */
  private renew(): Promise<boolean> {
    this.renewing ??= this.replace().finally(() => (this.renewing = undefined));
    return this.renewing;
  }

  private async replace(): Promise<boolean> {
    const former = this.opened;
    const found = await this.open();
    const isOther = found.content !== former.content;
    if (isOther) this.opened = found;
    void (isOther ? former : found).engine.close();
    return isOther;
  }
}

/** Returns whether a statement was refused access to a file, or read a table that did not exist when the files were listed. */
function lacksFile(error: unknown): boolean {
  const { message = '' } = (error as { cause?: Partial<Error> }).cause ?? {};
  return /^(Permission Error|Catalog Error: Table with name)/.test(message);
}
