import { Injectable } from '@nestjs/common';
import { nestStatement, type NestedStatement, viewOf, viewValues } from '../compiler/nest';
import { Environment } from '../config';
import { type Engine, Engines } from '../database';
import { type RowFormat, rowPrinting } from '../http';
import { type Caller, nameKey, type Ontology, type PrintedRows, type Query, type RowStream, type Written } from '../model'; // prettier-ignore
import { DataSources } from '../ontologies';
import { Planner } from './planner.service';
import type { Prepared } from './prepared';
import { SystemTables } from './system-tables.service';

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

/** Step 9 of a request (design 1): prepared statement to rows. */
@Injectable()
export class QueryRunner {
  constructor(
    private readonly environment: Environment,
    private readonly dataSources: DataSources,
    private readonly engines: Engines,
    private readonly systemTables: SystemTables,
    private readonly planner: Planner,
  ) {}

  /** The statement to run for nested rows; undefined where nesting changes nothing (spec 3, section 5). */
  nest(caller: Caller, ontology: Ontology, query: Query<Written>): NestedStatement | undefined {
    if (query.kind !== 'select' || query.from?.kind !== 'table') return undefined;
    const isMultiValue = (name: string): boolean => ontology.properties.get(nameKey(name))?.isMultiValue === true;
    const { serviceName } = this.environment;
    const view = viewOf(ontology, serviceName, query.from.table);
    if (view === undefined) return nestStatement(query, { isMultiValue });
    const all = { ...query, items: [STAR], where: undefined, orderBy: [], limit: undefined, offset: undefined };
    const columns = this.planner.columns({ caller, ontology, query: all }).map((column) => column.name);
    const values = viewValues(ontology, serviceName, view);
    return nestStatement(query, { columns, isMultiValue: (name) => values.has(nameKey(name)) });
  }

  async run({ caller, ontology, prepared, signal }: Run): Promise<RowStream> {
    const { compiled, dataSource, systemTables } = prepared;
    const options = { timeoutMs: this.environment.queryTimeoutMs, signal };
    if (systemTables.length > 0) {
      const tables = await this.systemTables.load(caller, ontology, systemTables);
      return this.engines.runOver(tables, compiled, options);
    }
    return (await this.openEngine(ontology, dataSource)).run(compiled, options);
  }

  /** As `run`, for rows that go out as they are: printed where the engine can print them. */
  async runForAnswer(run: Run, { format, typed }: AnswerFormat): Promise<RowStream | PrintedRows> {
    const { compiled, dataSource, systemTables } = run.prepared;
    const printing = systemTables.length > 0 ? undefined : rowPrinting(compiled.columns, format, typed);
    if (printing === undefined) return this.run(run);
    const engine = await this.openEngine(run.ontology, dataSource);
    const options = { timeoutMs: this.environment.queryTimeoutMs, signal: run.signal };
    return engine.print === undefined ? engine.run(compiled, options) : engine.print(compiled, printing, options);
  }

  /** A statement that reads no table runs on the embedded engine. */
  private async openEngine(ontology: Ontology, dataSource: string | undefined): Promise<Engine> {
    if (dataSource === undefined) return this.engines.openEmpty();
    return this.engines.open(await this.dataSources.connectionOf(ontology, dataSource));
  }
}
