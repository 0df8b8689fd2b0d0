import { Injectable } from '@nestjs/common';
import { leaveOutValues } from '../../audit';
import type { PagedStatement, Place } from '../../compiler/filter';
import type { NestedStatement } from '../../compiler/nest';
import { Environment } from '../../config';
import { EnginesService, readTableRows, type RunOptions } from '../../engines';
import { ServiceError } from '../../errors';
import { type RequestContext, rowPrinting } from '../../http';
import {
  type Caller,
  type Cell,
  ENCODED_FORMATS,
  type NestedCell,
  type Ontology,
  MYSQL_FORMATS,
  type PackedForm,
  type PackedStream,
  type PrintedRows,
  type ResultRows,
  type RowFormat,
  type RowPrinting,
  type RowStream,
} from '../../model';
import { reasonFor } from '../../ontologies';
import { capRows } from './cap-rows';
import { hintAtMappings } from './hint-at-mappings';
import { PageEnd, type PageOptions, pageRows } from './page-rows';
import { nestRows } from '../nesting/nest-rows';
import type { AddedTables, CountedTables, PreparedStatement } from '../planning/prepared-statement';
import { SystemTablesService } from '../planning/system-tables.service';
import { SourcesService } from '../sources/sources.service';
import { RowEncoderService } from './row-encoder.service';
import { StatisticsService } from './statistics.service';

/** Smaller results are counted, which takes hardly any time. */
const FEWEST_ESTIMATED = 10_000;

/** A statement to run, and the request that it is run for. */
export interface Run {
  readonly caller: Caller;
  readonly ontology: Ontology;
  readonly prepared: PreparedStatement;
  readonly context: RequestContext;
  readonly tables?: AddedTables | undefined;
}

interface AnswerFormat {
  readonly format: RowFormat;
  readonly typed: boolean;
}

/** The rows of a statement that a response contains. The statement returns one more than `most` if there are more. */
export interface RowSelection {
  readonly statement: PagedStatement;
  readonly most: number | undefined;
}

/** The rows of a response. After they are read, the functions return whether there were more, and where the next page begins. */
export interface SelectedRows {
  readonly rows: ResultRows;
  readonly isCut: () => boolean;
  readonly next: () => Place;
}

/** The number of rows of all pages together. */
export interface Total {
  readonly total: Cell;
  /** Absent where the rows were counted. */
  readonly total_is_estimate?: true;
}

/** Runs prepared statements on their data sources (step 9 of ARCHITECTURE.md). */
@Injectable()
export class QueryRunnerService {
  constructor(
    private readonly environment: Environment,
    private readonly sources: SourcesService,
    private readonly engines: EnginesService,
    private readonly systemTables: SystemTablesService,
    private readonly statistics: StatisticsService,
    private readonly encoder: RowEncoderService,
  ) {}

  /** Returns the rows of a response, nested or flat, printed where the engine can print them, and encoded if the format is. */
  async select(run: Run, format: AnswerFormat, selection: RowSelection): Promise<SelectedRows> {
    const selected = await this.selectRows(run, format, selection);
    if (!ENCODED_FORMATS.has(format.format)) return selected;
    return { ...selected, rows: this.encoder.encode(selected.rows, format.format) };
  }

  private async selectRows(run: Run, format: AnswerFormat, { statement, most }: RowSelection): Promise<SelectedRows> {
    const { nested, page, hidden } = statement;
    if (nested !== undefined) return nestPage(await this.run(run), nested, run, { statement, most });
    const form = MYSQL_FORMATS.get(format.format);
    const packed = form && (await this.telling(run, () => this.pack(run, form)));
    if (packed !== undefined) return capPacked(packed, statement, most);
    const { pageKey: key } = run.prepared;
    if (most !== undefined || hidden > 0) {
      const options = { from: page.from, key, most: most ?? Infinity, hidden };
      return await this.telling(run, () => this.printPage(run, format, options));
    }
    const rows = await this.telling(run, () => this.printAll(run, format));
    return { rows, isCut: () => false, next: () => page.from };
  }

  /** Counts rows with a counting statement, or estimates them where the request permits it and the data source has statistics. */
  async count(run: Run): Promise<Total> {
    const { counted } = run.prepared;
    const estimate = counted && (await this.estimateRows(run, counted));
    if (estimate !== undefined && estimate >= FEWEST_ESTIMATED) return { total: estimate, total_is_estimate: true };
    const rows = await this.run(run);
    for await (const [row] of rows.batches) return { total: row?.[0] ?? null };
    return { total: null };
  }

  /** Returns the rows of a statement as cells; its errors contain the details that the caller may see. */
  run(run: Run): Promise<RowStream> {
    return this.telling(run, () => this.runPlainly(run));
  }

  private async runPlainly(run: Run): Promise<RowStream> {
    const { caller, ontology, prepared } = run;
    const { compiled, dataSource, systemTables } = prepared;
    const options = this.optionsOf(run);
    if (systemTables.length > 0) {
      const statistics = () =>
        this.statistics.read({ caller, ontology, run: (own) => this.run({ ...run, prepared: own }) });
      const tables = await this.systemTables.load(run, systemTables, statistics);
      return this.engines.runOver(tables, compiled, options);
    }
    const engine = await this.sources.open(ontology, dataSource);
    return await (engine.runFast?.(compiled, options) ?? engine.run(compiled, options));
  }

  private async printAll(run: Run, format: AnswerFormat): Promise<RowStream | PrintedRows> {
    const printing = printingOf(run, format);
    const engine = printing && (await this.sources.open(run.ontology, run.prepared.dataSource));
    if (engine?.print === undefined || printing === undefined) return await this.runPlainly(run);
    return await engine.print(run.prepared.compiled, printing, this.optionsOf(run));
  }

  /** Returns the rows as the engine packs them; undefined where it cannot. */
  private async pack(run: Run, form: PackedForm): Promise<PackedStream | undefined> {
    const { compiled, dataSource, systemTables } = run.prepared;
    if (systemTables.length > 0) return undefined;
    const engine = await this.sources.open(run.ontology, dataSource);
    return await engine.pack?.(compiled, form, this.optionsOf(run));
  }

  private async printPage(run: Run, format: AnswerFormat, options: PageOptions): Promise<SelectedRows> {
    const { most, hidden, key } = options;
    const printing = printingOf(run, format, hidden);
    const engine = printing && (await this.sources.open(run.ontology, run.prepared.dataSource));
    if (engine?.printPage === undefined || printing === undefined) {
      const { rows, next } = pageRows(await this.runPlainly(run), options);
      return { ...capStream(rows, most), next };
    }
    let end = new PageEnd(options);
    const begin = (): ((row: readonly Cell[]) => void) => {
      end = new PageEnd(options);
      return end.see.bind(end);
    };
    const page = { most, observed: key?.indexes ?? [], begin };
    const printed = await engine.printPage(run.prepared.compiled, { printing, page }, this.optionsOf(run));
    const rows = { ...printed, columns: printed.columns.slice(0, printed.columns.length - hidden) };
    return { rows, isCut: () => end.isCut, next: () => end.next(printed.comparable) };
  }

  /**
   * Runs `work` and adds hints to its errors: why a data source could not be opened, for callers who may see that, and which mappings name
   * a missing column.
   */
  private async telling<Answer>(run: Run, work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const reason = this.reasonFor(error, run);
      if (reason === undefined) throw hintAtMappings(error, run);
      throw new ServiceError(error.code, error.message, { ...error.details, hint: reason });
    }
  }

  private reasonFor(
    { details }: ServiceError,
    { caller, ontology: { name }, prepared: { dataSource = '' } }: Run,
  ): string | undefined {
    return reasonFor(caller, details, { ontology: name, dataSource }, this.environment);
  }

  /** Returns the number of rows of these tables together, from the statistics of the data source; undefined where it has none. */
  private async estimateRows(run: Run, { dataSource, tables }: CountedTables): Promise<number | undefined> {
    try {
      return await readTableRows(await this.sources.open(run.ontology, dataSource), tables, this.optionsOf(run));
    } catch (error) {
      // the catalogue of the server has no statistics, or denies access to them
      if (error instanceof ServiceError && error.code === 'source_refused') return undefined;
      throw error;
    }
  }

  private optionsOf({ caller, context }: Run): RunOptions {
    const statement = (): string => leaveOutValues(context.audit.statement ?? '');
    const origin = { user: caller.name, requestId: context.id, trace: context.trace, statement };
    const { timeoutMs = this.environment.queryTimeoutMs, signal, isPaced } = context;
    return { timeoutMs, signal, isPaced, origin };
  }
}

/** Returns how the rows are printed, without the last `hidden` columns; undefined where no engine prints them. */
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
  const { hasKeyless } = nested;
  const columns = nested.describe(flat.columns);
  const rows = nestRows(flat, { columns, hasKeyless, offset: isPage ? 0 : offset, limit });
  const next = (): Place => ({ offset: offset + (most ?? 0) });
  return { ...(most === undefined ? { rows, isCut: () => false } : capStream(rows, most)), next };
}

function capStream<Value extends Cell | NestedCell>(
  { columns, batches }: RowStream<Value>,
  most: number,
): Pick<SelectedRows, 'rows' | 'isCut'> {
  const { parts, isCut } = capRows(batches, most);
  return { rows: { columns, batches: parts }, isCut };
}

/** Returns the rows of a SELECT, which has no pages. */
function capPacked(rows: PackedStream, { page }: PagedStatement, most: number | undefined): SelectedRows {
  const next = (): Place => page.from;
  if (most === undefined) return { rows, isCut: () => false, next };
  const { parts, isCut } = capRows(rows.packed, most);
  return { rows: { columns: rows.columns, packed: parts }, isCut, next };
}
