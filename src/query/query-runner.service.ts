import { hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { emitPlan } from '../compiler/emit';
import { listDropped, optimizePlan } from '../compiler/optimize';
import { planStatement, type Nesting, type Plan, type PlanContext, type SystemTable } from '../compiler/plan';
import { nestStatement, type NestedStatement } from '../compiler/nest';
import { Environment } from '../config';
import { type Engine, Engines } from '../database';
import {
  type Caller,
  type DialectName,
  nameKey,
  type Ontology,
  type OutputColumn,
  type Query,
  type RowStream,
  type Written,
} from '../model';
import { DataSources, SourceCatalogues } from '../ontologies';
import { type Explanation, explainPlan } from './explain-plan';
import { SystemTables } from './system-tables.service';

const STAR = { expression: { kind: 'star', qualifier: [] } } as const;

/** A planned statement that is to be run; the signal aborts when nobody waits any more. */
export interface Run {
  readonly caller: Caller;
  readonly ontology: Ontology;
  readonly plan: Plan;
  readonly signal: AbortSignal;
}

/** Steps 6 to 9 of a request (design 1): semantic statement to rows. */
@Injectable()
export class QueryRunner {
  readonly #hashKey: string;

  constructor(
    private readonly environment: Environment,
    private readonly dataSources: DataSources,
    private readonly engines: Engines,
    private readonly systemTables: SystemTables,
    private readonly sourceCatalogues: SourceCatalogues,
  ) {
    const key = hkdfSync('sha256', environment.apiAuthSalt, '', 'masked entity_id', 32);
    this.#hashKey = Buffer.from(key).toString('hex');
  }

  /** The optimized plan of a statement as the caller may run it; with `nesting` of one whose rows are going to be nested. */
  async plan(caller: Caller, ontology: Ontology, query: Query<Written>, nesting?: Nesting): Promise<Plan> {
    const plan = await this.resolveWithCatalogue(caller, ontology, query, nesting);
    return optimizePlan(plan, { dialect: dialectOf(ontology, plan.dataSource) });
  }

  /** The output columns of a statement; refuses what `plan` refuses. */
  columns(caller: Caller, ontology: Ontology, query: Query<Written>): readonly OutputColumn[] {
    return this.resolve(caller, ontology, query).columns;
  }

  /** The statement to run for nested rows; undefined where nesting changes nothing (spec 3, section 5). */
  nest(caller: Caller, ontology: Ontology, query: Query<Written>): NestedStatement | undefined {
    if (query.kind !== 'select' || query.from?.kind !== 'table') return undefined;
    const isMultiValue = (name: string): boolean => ontology.properties.get(nameKey(name))?.isMultiValue === true;
    const [schema] = query.from.table.parts;
    const isView =
      query.from.table.parts.length === 2 && nameKey(schema?.name ?? '') === `v${this.environment.serviceName}`;
    if (!isView) return nestStatement(query, { isMultiValue });
    const all = { ...query, items: [STAR], where: undefined, orderBy: [], limit: undefined, offset: undefined };
    const columns = this.columns(caller, ontology, all).map((column) => column.name);
    return nestStatement(query, { columns, isMultiValue: () => false });
  }

  async run({ caller, ontology, plan, signal }: Run): Promise<RowStream> {
    const options = { timeoutMs: this.environment.queryTimeoutMs, signal };
    if (plan.systemTables.length > 0) {
      const tables = await this.systemTables.load(caller, ontology, plan.systemTables);
      return this.engines.runOver(tables, emitPlan(plan, 'duckdb'), options);
    }
    const engine = await this.openEngine(ontology, plan);
    return engine.run(emitPlan(plan, engine.dialect), options);
  }

  /** What would be run, without running it; the data source may be out of reach. */
  async explain(caller: Caller, ontology: Ontology, query: Query<Written>): Promise<Explanation> {
    const plan = await this.resolveWithCatalogue(caller, ontology, query);
    const dialect = dialectOf(ontology, plan.dataSource);
    return explainPlan(plan, emitPlan(optimizePlan(plan, { dialect }), dialect), listDropped(plan, { dialect }));
  }

  private resolve(caller: Caller, ontology: Ontology, query: Query<Written>, nesting?: Nesting): Plan {
    const { serviceName, maskColumns } = this.environment;
    const findSystemTable = (name: string): SystemTable | undefined => this.systemTables.find(caller, ontology, name);
    const findTable: PlanContext['findTable'] = (dataSource, parts) =>
      this.sourceCatalogues.find(ontology, dataSource)?.(parts);
    return planStatement(
      { ontology, caller, serviceName, maskColumns, hashKey: this.#hashKey, findSystemTable, findTable },
      query,
      nesting,
    );
  }

  /** Planning tells which data source is read; where its catalogue is not there yet, it plans again with it. */
  private async resolveWithCatalogue(
    caller: Caller,
    ontology: Ontology,
    query: Query<Written>,
    nesting?: Nesting,
  ): Promise<Plan> {
    const plan = this.resolve(caller, ontology, query, nesting);
    const { dataSource } = plan;
    if (dataSource === undefined || this.sourceCatalogues.find(ontology, dataSource) !== undefined) return plan;
    await this.sourceCatalogues.load(ontology, dataSource);
    const isKnown = this.sourceCatalogues.find(ontology, dataSource) !== undefined;
    return isKnown ? this.resolve(caller, ontology, query, nesting) : plan;
  }

  /** A statement that reads no table runs on the embedded engine. */
  private async openEngine(ontology: Ontology, plan: Plan): Promise<Engine> {
    if (plan.dataSource === undefined) return this.engines.openEmpty();
    return this.engines.open(await this.dataSources.connectionOf(ontology, plan.dataSource));
  }
}

function dialectOf(ontology: Ontology, dataSource: string | undefined): DialectName {
  const source = dataSource === undefined ? undefined : ontology.dataSources.get(dataSource);
  return source?.type === 'mysql' ? 'mysql' : 'duckdb';
}
