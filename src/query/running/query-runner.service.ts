import { Injectable } from '@nestjs/common';
import type { Place } from '../../compiler/filter';
import { nestStatement, type NestedStatement, viewIdentities, viewOf, viewValues } from '../../compiler/nest';
import { Environment } from '../../config';
import { type Engine, Engines, readTableRows, type RunOptions } from '../../engines';
import { ServiceError } from '../../errors';
import { type RowFormat, rowPrinting } from '../../http';
import { allows, type Caller, type Cell, nameKey, type Ontology, type PrintedRows, type Query, type RowPrinting, type RowStream, type Written } from '../../model'; // prettier-ignore
import { DataSources } from '../../ontologies';
import { capRows } from './cap-rows';
import { namingMappings } from './naming-mappings';
import { PageEnd, type PageOptions, pageRows } from './page-rows';
import { Planner } from '../planning/planner.service';
import type { CountedTables, Prepared } from '../planning/prepared';
import { SystemTables } from '../planning/system-tables.service';

const STAR = { expression: { kind: 'star', qualifier: [] } } as const;

/** A statement that is to be run; the signal aborts when nobody waits any more. */
export interface Run {
  readonly caller: Caller;
  readonly ontology: Ontology;
  readonly prepared: Prepared;
  readonly signal: AbortSignal;
}

interface AnswerFormat {
  readonly format: RowFormat;
  readonly typed: boolean;
}

/** The first rows of a statement; once they are read, whether there were more, and where they go on. */
interface AnsweredPage {
  readonly rows: RowStream | PrintedRows;
  readonly isCut: () => boolean;
  readonly next: () => Place;
}

interface KnownNesting {
  readonly ontology: Ontology;
  readonly nested: NestedStatement | undefined;
}

/** Step 9 of a request: prepared statement to rows. */
@Injectable()
export class QueryRunner {
  private readonly nestings = new WeakMap<Query<Written>, KnownNesting>();

  constructor(
    private readonly environment: Environment,
    private readonly dataSources: DataSources,
    private readonly engines: Engines,
    private readonly systemTables: SystemTables,
    private readonly planner: Planner,
  ) {}

  /** The statement to run for nested rows; undefined where nesting changes nothing (docs/language.md). */
  nest(caller: Caller, ontology: Ontology, query: Query<Written>): NestedStatement | undefined {
    if (query.kind !== 'select' || query.from?.kind !== 'table') return undefined;
    const isMultiValue = (name: string): boolean => ontology.properties.get(nameKey(name))?.isMultiValue === true;
    const { serviceName } = this.environment;
    const view = viewOf(ontology, serviceName, query.from.table);
    if (view === undefined) return this.nestConcept(ontology, query, isMultiValue);
    const all = { ...query, items: [STAR], where: undefined, orderBy: [], limit: undefined, offset: undefined };
    const columns = this.planner.columns({ caller, ontology, query: all }).map((column) => column.name);
    const values = viewValues(ontology, serviceName, view);
    const identities = viewIdentities(ontology, serviceName, view);
    return nestStatement(query, { columns, identities, isMultiValue: (name) => values.has(nameKey(name)) });
  }

  /** The same for a statement that comes again: who makes it keeps it. */
  private nestConcept(
    ontology: Ontology,
    query: Query<Written>,
    isMultiValue: (name: string) => boolean,
  ): NestedStatement | undefined {
    const known = this.nestings.get(query);
    if (known?.ontology === ontology) return known.nested;
    const nested = nestStatement(query, { isMultiValue });
    this.nestings.set(query, { ontology, nested });
    return nested;
  }

  async run(run: Run): Promise<RowStream> {
    return this.telling(run, () => this.runPlainly(run));
  }

  /** As `run`, for rows that go out as they are: printed where the engine can print them. */
  runForAnswer(run: Run, format: AnswerFormat): Promise<RowStream | PrintedRows> {
    return this.telling(run, () => this.printAll(run, format));
  }

  /** As `runForAnswer`, for the rows of a page alone. */
  runPage(run: Run, format: AnswerFormat, options: PageOptions): Promise<AnsweredPage> {
    return this.telling(run, () => this.printPage(run, format, options));
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

  private async printPage(run: Run, format: AnswerFormat, options: PageOptions): Promise<AnsweredPage> {
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

  /** How many rows these tables of a data source have together, as its statistics tell; undefined where they do not. */
  async estimateRows(run: Omit<Run, 'prepared'>, { dataSource, tables }: CountedTables): Promise<number | undefined> {
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
