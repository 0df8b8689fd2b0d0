import { Injectable } from '@nestjs/common';
import type { PagedStatement, Place } from '../../compiler/filter';
import type { NestedStatement } from '../../compiler/nest';
import { Environment } from '../../config';
import { type Engine, EnginesService, readTableRows, type RunOptions } from '../../engines';
import { ServiceError } from '../../errors';
import { type RowFormat, rowPrinting } from '../../http';
import {
  allows,
  type Caller,
  type Cell,
  type NestedCell,
  type Ontology,
  type PrintedRows,
  type RowPrinting,
  type RowStream,
} from '../../model';
import { DataSourcesService } from '../../ontologies';
import { capRows } from './cap-rows';
import { namingMappings } from './naming-mappings';
import { PageEnd, type PageOptions, pageRows } from './page-rows';
import { nestRows } from '../nesting/nest-rows';
import type { CountedTables, PreparedStatement } from '../planning/prepared-statement';
import { SystemTablesService } from '../planning/system-tables.service';

/** Fewer rows than these are counted, which takes hardly any time. */
const FEWEST_ESTIMATED = 10_000;

/** A statement to run; the signal aborts when the client has closed the connection. */
export interface Run {
  readonly caller: Caller;
  readonly ontology: Ontology;
  readonly prepared: PreparedStatement;
  readonly signal: AbortSignal;
}

interface AnswerFormat {
  readonly format: RowFormat;
  readonly typed: boolean;
}

/** The rows of a statement that an answer contains, one more than `most` of them where there are more. */
export interface RowSelection {
  readonly statement: PagedStatement;
  readonly most: number | undefined;
}

/** The rows of an answer; once they are read, whether there were more, and where the next page begins. */
export interface SelectedRows {
  readonly rows: RowStream<Cell | NestedCell> | PrintedRows;
  readonly isCut: () => boolean;
  readonly next: () => Place;
}

/** How many rows all pages have together. */
export interface Total {
  readonly total: Cell;
  /** Absent where they were counted. */
  readonly total_is_estimate?: true;
}

/** Step 9 of a request: runs prepared statements on their data sources. */
@Injectable()
export class QueryRunnerService {
  constructor(
    private readonly environment: Environment,
    private readonly dataSources: DataSourcesService,
    private readonly engines: EnginesService,
    private readonly systemTables: SystemTablesService,
  ) {}

  /** The rows of an answer, nested or flat: printed where the engine can print them. */
  async select(run: Run, format: AnswerFormat, { statement, most }: RowSelection): Promise<SelectedRows> {
    const { nested, page, hidden } = statement;
    if (nested !== undefined) return nestPage(await this.run(run), nested, run, { statement, most });
    const { pageKey: key } = run.prepared;
    if (most !== undefined || hidden > 0) {
      const options = { from: page.from, key, most: most ?? Infinity, hidden };
      return await this.telling(run, () => this.printPage(run, format, options));
    }
    const rows = await this.telling(run, () => this.printAll(run, format));
    return { rows, isCut: () => false, next: () => page.from };
  }

  /** Counts rows by a statement that does, or estimates them where the request permits it and the data source has statistics. */
  async count(run: Run): Promise<Total> {
    const { counted } = run.prepared;
    const estimate = counted && (await this.estimateRows(run, counted));
    if (estimate !== undefined && estimate >= FEWEST_ESTIMATED) return { total: estimate, total_is_estimate: true };
    const rows = await this.run(run);
    for await (const [row] of rows.batches) return { total: row?.[0] ?? null };
    return { total: null };
  }

  /** The rows of a statement as cells, its refusals with what the caller may know about their cause. */
  run(run: Run): Promise<RowStream> {
    return this.telling(run, () => this.runPlainly(run));
  }

  private async runPlainly(run: Run): Promise<RowStream> {
    const { caller, ontology, prepared } = run;
    const { compiled, dataSource, systemTables } = prepared;
    const options = this.optionsOf(run);
    if (systemTables.length > 0) {
      const tables = await this.systemTables.load(caller, ontology, systemTables);
      return this.engines.runOver(tables, compiled, options);
    }
    const engine = await this.openEngine(ontology, dataSource);
    return await engine.run(compiled, options);
  }

  private async printAll(run: Run, format: AnswerFormat): Promise<RowStream | PrintedRows> {
    const printing = printingOf(run, format);
    const engine = printing && (await this.openEngine(run.ontology, run.prepared.dataSource));
    if (engine?.print === undefined || printing === undefined) return await this.runPlainly(run);
    return await engine.print(run.prepared.compiled, printing, this.optionsOf(run));
  }

  private async printPage(run: Run, format: AnswerFormat, options: PageOptions): Promise<SelectedRows> {
    const { most, hidden, key } = options;
    const printing = printingOf(run, format, hidden);
    const engine = printing && (await this.openEngine(run.ontology, run.prepared.dataSource));
    if (engine?.printPage === undefined || printing === undefined) {
      const { rows, next } = pageRows(await this.runPlainly(run), options);
      return { ...capRows(rows, most), next };
    }
    let end = new PageEnd(options);
    const begin = (): ((row: readonly Cell[]) => void) => {
      end = new PageEnd(options);
      return end.see.bind(end);
    };
    const page = { most, told: key?.indexes ?? [], begin };
    const rows = await engine.printPage(run.prepared.compiled, { printing, page }, this.optionsOf(run));
    return { rows, isCut: () => end.isCut, next: () => end.next(rows.comparable) };
  }

  /** Why a data source could not be opened is shown to those who may know it, as a hint; so is which mapping names a column that it lacks. */
  private async telling<Answer>(run: Run, work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { reason } = error.details;
      if (reason === undefined || !this.mayKnow(run)) throw namingMappings(error, run);
      throw new ServiceError(error.code, error.message, { ...error.details, hint: reason });
    }
  }

  /** Where hosts are listed, a definition leads to none that its author may not know of. */
  private mayKnow({ caller, ontology: { name }, prepared: { dataSource = '' } }: Run): boolean {
    if (allows(caller, 'ADMIN', { kind: 'all' })) return true;
    const isListed = this.environment.allowedDataSourceHosts.length > 0;
    return isListed && allows(caller, 'ADMIN', { kind: 'datasource', ontology: name, dataSource });
  }

  /** How many rows these tables of a data source have together by its statistics; undefined where it has none. */
  private async estimateRows(run: Run, { dataSource, tables }: CountedTables): Promise<number | undefined> {
    try {
      return await readTableRows(await this.openEngine(run.ontology, dataSource), tables, this.optionsOf(run));
    } catch (error) {
      // a server whose catalogue has no such statistics, or shows them to nobody
      if (error instanceof ServiceError && error.code === 'source_refused') return undefined;
      throw error;
    }
  }

  private optionsOf({ signal }: Pick<Run, 'signal'>): RunOptions {
    return { timeoutMs: this.environment.queryTimeoutMs, signal };
  }

  /** A statement that reads no table runs on the embedded engine. */
  private openEngine(ontology: Ontology, dataSource: string | undefined): Promise<Engine> {
    if (dataSource === undefined) return this.engines.openEmpty();
    const known = this.dataSources.known(ontology, dataSource);
    if (known !== undefined) return this.engines.open(known);
    return this.dataSources.connectionOf(ontology, dataSource).then((connection) => this.engines.open(connection));
  }
}

/** How the rows are printed, but for so many `hidden` columns; undefined where no engine prints them. */
function printingOf(
  { prepared: { compiled, systemTables } }: Run,
  { format, typed }: AnswerFormat,
  hidden?: number,
): RowPrinting | undefined {
  return systemTables.length > 0 ? undefined : rowPrinting(compiled.columns, format, typed, hidden);
}

/** Groups flat rows into the entities of a page. */
function nestPage(
  flat: RowStream,
  nested: NestedStatement,
  { prepared: { isPage } }: Run,
  { statement: { entities }, most }: RowSelection,
): SelectedRows {
  const { offset, limit = Infinity } = entities;
  const rows = nestRows(flat, { columns: nested.describe(flat.columns), offset: isPage ? 0 : offset, limit });
  const next = (): Place => ({ offset: offset + (most ?? 0) });
  return { ...(most === undefined ? { rows, isCut: () => false } : capRows(rows, most)), next };
}
