import { Injectable } from '@nestjs/common';
import { type Dialect, dialectOf } from '../../compiler/dialects';
import { emitPlan, emitTemplate, fillTemplate } from '../../compiler/emit';
import { findPageKey } from '../../compiler/filter';
import { countedTables, listDropped, optimizePlan } from '../../compiler/optimize';
import { planStatement, type PlanContext } from '../../compiler/plan';
import { type Plan } from '../../compiler/values';
import { type QueryShape, shapeOf, Trace, traceQuery } from '../../compiler/trace';
import { MaskKeysService } from '../../auth';
import { Environment } from '../../config';
import type { FindSourceTable } from '../../engines';
import type { Caller, Ontology, OutputColumn, Query, Written } from '../../model';
import { CompileFigures } from './compile-figures';
import { type Explanation, explainPlan } from './explain-plan';
import { type KeptPlan, PlanCache } from './plan-cache';
import type { CountedTables, PlanRequest, PreparedStatement } from './prepared-statement';
import { SourcesService } from '../sources/sources.service';
import { SystemTablesService } from './system-tables.service';

/** Most literals of a statement that is traced and cached: statements with more are rarely repeated. */
const MOST_TRACED = 1_000;

/** A plan, with its inputs besides rights, version and statement. */
interface Resolution {
  readonly plan: Plan;
  readonly catalogue: FindSourceTable | undefined;
  /** The id and name of the caller; set only where the plan contains them. */
  readonly caller: string | undefined;
}

/** The shape and literals of a statement that may be repeated. */
interface KnownStatement {
  readonly shape: QueryShape;
  readonly texts: readonly string[];
  /** For each literal the index of the value that replaces it, -1 for none. */
  replacing?: readonly number[];
  /** The key of its last look-up. A key consists of the scope and the shape, and is so long that building it for each request is slow. */
  place?: { readonly scope: string; readonly key: string };
}

/** The key of a statement in the plan cache, and the cached plan. */
interface LookedUp {
  readonly shape: QueryShape;
  readonly texts: readonly string[];
  readonly key: string;
  readonly kept: KeptPlan | undefined;
}

/** Compiles statements of the ontology language to statements for the data source (steps 6 to 8 of ARCHITECTURE.md). */
@Injectable()
export class PlannerService {
  private readonly statements = new WeakMap<Query<Written>, KnownStatement>();

  constructor(
    private readonly environment: Environment,
    private readonly systemTables: SystemTablesService,
    private readonly sources: SourcesService,
    private readonly plans: PlanCache,
    private readonly figures: CompileFigures,
    private readonly maskKeys: MaskKeysService,
  ) {}

  /** Returns the statement that the caller may run. Plans it only if the cache has no plan for it. */
  async prepare(request: PlanRequest): Promise<PreparedStatement> {
    const { shape, texts, key, kept } = this.lookUp(request, (plan) => isFor(request.caller, plan));
    if (kept !== undefined) {
      await this.loadCatalogue(request.ontology, kept);
      if (this.isCurrent(request.ontology, kept)) return this.reuse(kept, texts);
      this.plans.drop(key, kept);
    }
    this.figures.misses++;
    if (texts.length > MOST_TRACED && request.values === undefined)
      return fill(await this.make(request, new Trace([])), texts);
    const trace = new Trace(texts);
    const made = await this.make({ ...request, query: traceQuery(request.query, shape, trace) }, trace);
    if (made.about.systemTables.length === 0) this.plans.keep(key, made);
    return fill(made, texts);
  }

  /** Returns the result of `prepare` if neither planning nor waiting is necessary; else undefined. */
  known(request: PlanRequest): PreparedStatement | undefined {
    const { caller, ontology } = request;
    const { texts, kept } = this.lookUp(
      request,
      (plan) => isFor(caller, plan) && hasCatalogue(plan) && this.isCurrent(ontology, plan),
    );
    return kept && this.reuse(kept, texts);
  }

  /** Returns the output columns of a statement; rejects the statements that `prepare` rejects. */
  columns(request: PlanRequest): readonly OutputColumn[] {
    const { shape, texts } = understand(request.query);
    const key = this.plans.keyOf(request.caller, request.ontology, shape.key);
    const known = this.plans.findColumns(key, texts);
    if (known !== undefined) return known;
    const trace = new Trace(texts);
    const { columns } = this.resolve({ ...request, query: traceQuery(request.query, shape, trace) }).plan;
    this.plans.keepColumns(key, { trace, columns });
    return columns;
  }

  /** Returns the explanation of a statement without running it; the data source may be unreachable. */
  async explain(request: PlanRequest): Promise<Explanation> {
    const { plan } = await this.resolveWithCatalogue(request);
    const dialect = dialectFor(request.ontology, plan.dataSource);
    return explainPlan(plan, emitPlan(optimizePlan(plan, dialect), dialect), listDropped(plan, dialect));
  }

  /** Returns the shape and literals of a statement. The parsers return the same object for a repeated statement. */
  private statementOf(query: Query<Written>): KnownStatement {
    const known = this.statements.get(query) ?? understand(query);
    this.statements.set(query, known);
    return known;
  }

  private lookUp(request: PlanRequest, isUsable: (plan: KeptPlan) => boolean): LookedUp {
    const statement = this.statementOf(request.query);
    const { shape } = statement;
    const texts = textsOf(statement, request.values);
    const scope = this.plans.keyOf(request.caller, request.ontology, printRequest(request));
    if (statement.place?.scope !== scope) statement.place = { scope, key: `${scope} ${shape.key}` };
    const { key } = statement.place;
    return { shape, texts, key, kept: this.plans.find(key, texts, isUsable) };
  }

  private reuse(kept: KeptPlan, texts: readonly string[]): PreparedStatement {
    this.figures.hits++;
    return fill(kept, texts);
  }

  private async make(request: PlanRequest, trace: Trace): Promise<KeptPlan> {
    const { plan, catalogue, caller } = await this.resolveWithCatalogue(request);
    const dialect = dialectFor(request.ontology, plan.dataSource);
    const optimized = optimizePlan(plan, dialect);
    const { dataSource, systemTables, mappings, isPage } = optimized;
    const pageKey = request.order && findPageKey(optimized, request.order);
    const counted = request.mayEstimate === true ? await this.countedTables(request) : undefined;
    const about = { dataSource, systemTables, mappings, isPage, pageKey, counted };
    return { trace, template: emitTemplate(optimized, dialect), about, catalogue, caller };
  }

  /**
   * Returns the tables whose row counts, rows without a key included, add up to the result of a counting statement. Undefined for all other
   * statements, and where a filter policy applies to the caller: statistics would reveal the number of hidden rows.
   */
  private async countedTables(request: PlanRequest): Promise<CountedTables | undefined> {
    const { plan } = await this.resolveWithCatalogue(request, { trustsKeys: true });
    const { dataSource, isFiltered } = plan;
    if (dataSource === undefined || isFiltered) return undefined;
    const tables = countedTables(optimizePlan(plan, dialectFor(request.ontology, dataSource)).query);
    return tables && { dataSource, tables };
  }

  /** Returns whether the catalogue is the one that the plan was made with. */
  private isCurrent(ontology: Ontology, { about: { dataSource }, catalogue }: KeptPlan): boolean {
    return dataSource === undefined || this.sources.findCatalogue(ontology, dataSource) === catalogue;
  }

  private async loadCatalogue(ontology: Ontology, { about: { dataSource } }: KeptPlan): Promise<void> {
    if (dataSource !== undefined && this.sources.findCatalogue(ontology, dataSource) === undefined)
      await this.sources.loadCatalogue(ontology, dataSource);
  }

  private resolve(request: PlanRequest, more: Pick<PlanContext, 'trustsKeys'> = {}): Resolution {
    const { ontology, query, nesting } = request;
    const { serviceName, maskColumns } = this.environment;
    const catalogues = new Map<string, FindSourceTable | undefined>();
    const catalogueOf = (dataSource: string): FindSourceTable | undefined => {
      if (!catalogues.has(dataSource)) catalogues.set(dataSource, this.sources.findCatalogue(ontology, dataSource));
      return catalogues.get(dataSource);
    };
    const { caller, isNamed } = watchName(request.caller);
    const context: PlanContext = {
      ...more,
      ontology,
      caller,
      serviceName,
      maskColumns,
      hashKeyOf: (what) => this.maskKeys.keyOf(ontology.id, what),
      findSystemTable: (name) => this.systemTables.find(request.caller, ontology, name, request.tables),
      findTable: (dataSource, parts) => catalogueOf(dataSource)?.(parts),
    };
    this.figures.planned++;
    const plan = planStatement(context, query, nesting);
    const catalogue = plan.dataSource === undefined ? undefined : catalogueOf(plan.dataSource);
    return { plan, catalogue, caller: isNamed() ? nameOf(caller) : undefined };
  }

  /**
   * Plans a statement, which determines its data source. If the catalogue of the data source is not in memory, loads it and plans again.
   */
  private async resolveWithCatalogue(
    request: PlanRequest,
    more: Pick<PlanContext, 'trustsKeys'> = {},
  ): Promise<Resolution> {
    const resolution = this.resolve(request, more);
    const { dataSource } = resolution.plan;
    if (dataSource === undefined || resolution.catalogue !== undefined) return resolution;
    await this.sources.loadCatalogue(request.ontology, dataSource);
    const isKnown = this.sources.findCatalogue(request.ontology, dataSource) !== undefined;
    return isKnown ? this.resolve(request, more) : resolution;
  }
}

function understand(query: Query<Written>): KnownStatement {
  const shape = shapeOf(query);
  return { shape, texts: shape.literals.map((literal) => literal.text) };
}

/** Returns the texts of the literals of a statement, with those of a request in place of its own. */
function textsOf(statement: KnownStatement, values: PlanRequest['values']): readonly string[] {
  const { shape, texts } = statement;
  if (values === undefined) return texts;
  const replacing = (statement.replacing ??= shape.literals.map((literal) => values.literals.indexOf(literal)));
  return replacing.map((value, slot) => values.texts[value] ?? texts[slot] ?? '');
}

/** Returns everything in a request besides its statement that the plan depends on. */
function printRequest({ nesting, order = [], mayEstimate }: PlanRequest): string {
  if (mayEstimate === true) return 'estimate';
  return nesting === undefined && order.length === 0 ? '' : JSON.stringify([nesting, order]);
}

function fill({ about, template, caller }: KeptPlan, texts: readonly string[]): PreparedStatement {
  const { dataSource, systemTables, mappings, isPage, pageKey, counted } = about;
  const compiled = fillTemplate(template, texts);
  return { dataSource, systemTables, mappings, isPage, pageKey, counted, namesCaller: caller !== undefined, compiled };
}

function dialectFor(ontology: Ontology, dataSource: string | undefined): Dialect {
  return dialectOf(dataSource === undefined ? undefined : ontology.dataSources.get(dataSource)?.type);
}

/** Returns whether the plan contains no name of a caller, or the name of this one. */
function isFor(caller: Caller, plan: KeptPlan): boolean {
  return plan.caller === undefined || plan.caller === nameOf(caller);
}

/** Returns whether the plan was made with everything that is known of its data source. */
function hasCatalogue({ about: { dataSource }, catalogue }: KeptPlan): boolean {
  return dataSource === undefined || catalogue !== undefined;
}

function nameOf({ id, name }: Caller): string {
  return JSON.stringify([id, name]);
}

/**
 * Returns the caller, and whether planning has read its id or name. A plan that has not can be shared by all callers with the same rights.
 */
function watchName(caller: Caller): { readonly caller: Caller; readonly isNamed: () => boolean } {
  let isNamed = false;
  const watched: Caller = {
    ...caller,
    get id() {
      isNamed = true;
      return caller.id;
    },
    get name() {
      isNamed = true;
      return caller.name;
    },
  };
  return { caller: watched, isNamed: () => isNamed };
}
