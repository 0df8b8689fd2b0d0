import { Injectable } from '@nestjs/common';
import { encodeCursor, type PagedStatement, pageStatement, unreadable } from '../../compiler/filter';
import { Environment } from '../../config';
import type { CachedAnswer, RequestContext, RowAnswer } from '../../http';
import { type Caller, type Ontology, type OutputColumn, MYSQL_FORMATS, type Query, type Written } from '../../model';
import { OntologyRegistry } from '../../ontologies';
import type { Explanation } from '../planning/explain-plan';
import { PlannerService } from '../planning/planner.service';
import type { PlanRequest, PreparedStatement } from '../planning/prepared-statement';
import { SystemTablesService } from '../planning/system-tables.service';
import type { QueryResponse, QuerySpec, Respond, ResultEnding } from './query-spec';
import { QueryRunnerService, type SelectedRows } from './query-runner.service';
import { type ReceivedRequest, ResultCache } from './result-cache';

/** Runs every query, both filters and SELECT. The step numbers are those of ARCHITECTURE.md. */
@Injectable()
export class QueryService {
  constructor(
    private readonly environment: Environment,
    private readonly catalogue: OntologyRegistry,
    private readonly system: SystemTablesService,
    private readonly planner: PlannerService,
    private readonly results: ResultCache,
    private readonly runner: QueryRunnerService,
  ) {}

  /** Returns the cached response to a request for an ontology that is in memory, which is then neither parsed nor planned. */
  findCached(ontologyName: string, context: RequestContext): CachedAnswer | undefined {
    const ontology = this.catalogue.known(context.caller, ontologyName);
    const found = ontology && this.results.find(ontology, receivedAs(context));
    if (found === undefined) return undefined;
    context.audit.version = ontology?.version;
    context.audit.statement = found.executedQuery;
    context.audit.form = found.form;
    return found.response;
  }

  /** Returns the response to a query that a front end has read (steps 1 and 2: caller and filter or statement). */
  async run(spec: QuerySpec, respond: Respond): Promise<QueryResponse> {
    const { planner, runner } = this;
    const { caller, context } = spec;
    // 3: the name of an ontology to its current version
    const ontology = this.known(spec) ?? (await this.find(spec));
    context.audit.version = ontology.version;
    // 4 and 5: the filter to a statement, printed as executed_query
    const statement = this.pageStatement(spec, ontology);
    noteStatement(spec, statement);
    // 6 to 8: the statement to a plan, a better plan, and the statement for the data source
    const request = requestOf(spec, ontology, statement);
    const prepared = planner.known(request) ?? (await planner.prepare(request));
    if (statement.page.from.key !== undefined && prepared.pageKey === undefined) throw unreadable();
    const count = countingOf(spec, ontology, statement);
    const counting = count && (await planner.prepare(count));
    const statements = counting === undefined ? [prepared] : [prepared, counting];
    const form = (): unknown => formOf(spec, statement, prepared);
    const { executedQuery } = statement;
    const basis = { ontology, statements, form, received: receivedAs(context), executedQuery };
    if (context.isHead) return this.results.head(basis, spec.format);
    const make = async (): Promise<RowAnswer> => {
      const run = { caller, ontology, prepared, context, tables: spec.tables };
      const total = counting && (await runner.count({ ...run, prepared: counting }));
      // 9: the statement for the data source to rows
      const most = prepared.systemTables.length > 0 ? undefined : statement.most;
      const selected = await runner.select(run, spec, { statement, most });
      // 10: the rows to a response
      const ending = (): ResultEnding => endingOf(statement, selected, most);
      return respond({ rows: selected.rows, executedQuery, total, ending });
    };
    return MYSQL_FORMATS.has(spec.format) ? make() : await this.results.answer(basis, make);
  }

  /** Rejects a SELECT that `run` would reject while planning. */
  check(caller: Caller, ontology: Ontology, query: Query<Written>): void {
    this.planner.columns({ caller, ontology, query });
  }

  /** Returns the columns of a SELECT without running it; rejects what `run` would reject while planning. */
  async columns(spec: QuerySpec): Promise<readonly OutputColumn[]> {
    const ontology = this.known(spec) ?? (await this.find(spec));
    const { query } = this.pageStatement(spec, ontology);
    return this.planner.columns({ caller: spec.caller, ontology, query, tables: spec.tables });
  }

  /** Returns the explanation of the statement that `run` would run. */
  async explain(spec: QuerySpec): Promise<Explanation> {
    const ontology = this.known(spec) ?? (await this.find(spec));
    spec.context.audit.version = ontology.version;
    const statement = this.pageStatement(spec, ontology);
    noteStatement(spec, statement);
    return await this.planner.explain(requestOf(spec, ontology, statement));
  }

  /** Returns the ontology of a query if it is in memory. Only a SELECT may name the ontology `system`. */
  private known({ caller, ontology, source, find }: QuerySpec): Ontology | undefined {
    if (find !== undefined) return undefined;
    return (source.kind === 'select' ? this.system : this.catalogue).known(caller, ontology);
  }

  private find({ caller, ontology, source, find }: QuerySpec): Promise<Ontology> {
    const isSelect = source.kind === 'select';
    return isSelect ? this.system.ontology(caller, ontology, find) : this.catalogue.get(caller, ontology);
  }

  private pageStatement({ caller, source, tables }: QuerySpec, ontology: Ontology): PagedStatement {
    const { serviceName, maskColumns, maxRows } = this.environment;
    const columnsOf = (query: Query<Written>): ReturnType<PlannerService['columns']> =>
      this.planner.columns({ caller, ontology, query, tables });
    return pageStatement(source, { caller, ontology, serviceName, maskColumns, maxRows, columnsOf });
  }
}

/** Returns the parts of a request on which the filter parser and the form of its response depend. */
function receivedAs({ caller, address, headers, format }: RequestContext): ReceivedRequest {
  return { caller, parts: [format, headers.nested?.toString(), address] };
}

function requestOf(
  { caller, tables }: QuerySpec,
  ontology: Ontology,
  { query, values, nesting, page }: PagedStatement,
): PlanRequest {
  return { caller, ontology, query, values, nesting, order: page.order, tables };
}

/** Returns the request for the statement that counts the rows of all pages. */
function countingOf(
  { caller, source }: QuerySpec,
  ontology: Ontology,
  { counting, values }: PagedStatement,
): PlanRequest | undefined {
  return (
    counting && {
      caller,
      ontology,
      query: counting,
      values,
      mayEstimate: source.kind !== 'select' && source.filter.count === 'estimate',
    }
  );
}

/** Notes the statement of a filter for the audit log; a SELECT is noted as it was written. */
function noteStatement({ context: { audit } }: QuerySpec, { executedQuery, query }: PagedStatement): void {
  if (executedQuery !== undefined) audit.statement = executedQuery;
  audit.form = query;
}

/** Returns everything besides the statements that the bytes of a response depend on. */
function formOf(
  { format, typed, columns, source, warnings }: QuerySpec,
  statement: PagedStatement,
  { compiled }: PreparedStatement,
): unknown {
  const { executedQuery, page, nested, entities } = statement;
  const count = source.kind === 'select' ? undefined : source.filter.count;
  const nesting = nested && [entities, nested.describe(compiled.columns)];
  return [format, typed, columns, count, executedQuery, page, nesting, warnings];
}

/** Returns the members that follow the rows. A page of no rows has no next page: a client that followed it would never end. */
function endingOf({ page }: PagedStatement, { isCut, next }: SelectedRows, most: number | undefined): ResultEnding {
  const cursor = (): string | null => (isCut() && most !== 0 ? encodeCursor(next(), page.fingerprint()) : null);
  return {
    next: page.limit === undefined ? undefined : cursor(),
    truncated: isCut() && most !== page.limit ? true : undefined,
  };
}
