import { Injectable } from '@nestjs/common';
import type { NestedStatement } from '../../compiler/nest';
import { Environment } from '../../config';
import { answerRows, RowAnswer, type WholeAnswer } from '../../http';
import type { Caller, Cell, NestedCell, Ontology, Query, RowStream, Written } from '../../model';
import { capRows } from '../running/cap-rows';
import { printExplanation } from '../planning/explain-plan';
import { nestRows } from '../running/nest-rows';
import { Planner } from '../planning/planner.service';
import type { Asked, Prepared } from '../planning/prepared';
import { QueryRunner, type Run } from '../running/query-runner.service';
import { type Answered, ResultCache } from '../running/result-cache';
import type { StatementRequest } from './statement-request';
import { SystemTables } from '../planning/system-tables.service';

/** What a SELECT asks for, and how its rows are nested, if they are. */
interface Selection {
  readonly asked: Asked;
  readonly nested: NestedStatement | undefined;
  readonly page: { readonly offset: number; readonly limit: number | undefined };
}

/** Runs the SELECTs of POST query/. */
@Injectable()
export class SelectService {
  constructor(
    private readonly environment: Environment,
    private readonly system: SystemTables,
    private readonly planner: Planner,
    private readonly runner: QueryRunner,
    private readonly results: ResultCache,
  ) {}

  /** Refuses what could not be run. */
  check(caller: Caller, ontology: Ontology, query: Query<Written>): void {
    this.planner.columns({ caller, ontology, query });
  }

  /** What `answer` would run. */
  async explain(caller: Caller, request: StatementRequest, query: Query<Written>): Promise<WholeAnswer> {
    const ontology = await this.system.ontology(caller, request.ontology);
    const { asked } = this.select(caller, ontology, request, query);
    const explanation = printExplanation(await this.planner.explain(asked));
    return answerRows({ columns: [{ name: 'PLAN', type: 'string' }], rows: [[explanation]] }, request.format);
  }

  async answer(caller: Caller, request: StatementRequest, query: Query<Written>): Promise<Answered> {
    const { system, planner } = this;
    const ontology = system.known(caller, request.ontology) ?? (await system.ontology(caller, request.ontology));
    const selection = this.select(caller, ontology, request, query);
    const { asked, nested, page } = selection;
    const prepared = planner.known(asked) ?? (await planner.prepare(asked));
    const form = (): unknown => [request.format, page, nested?.describe(prepared.compiled.columns)];
    const basis = { ontology, statements: [prepared], form };
    return await this.results.answer(basis, () => this.read(request, selection, prepared));
  }

  private async read(
    request: StatementRequest,
    { asked: { caller, ontology }, nested, page }: Selection,
    prepared: Prepared,
  ): Promise<RowAnswer> {
    const run = { caller, ontology, prepared, signal: request.edge.signal };
    const options = { format: request.format, typed: true };
    const most = prepared.systemTables.length > 0 ? undefined : this.environment.maxRows;
    if (most === undefined) {
      const all = nested === undefined ? this.runner.runForAnswer(run, options) : this.nest(run, nested, page);
      return new RowAnswer(await all, options);
    }
    const { rows, isCut } =
      nested === undefined
        ? await this.runner.runPage(run, options, { from: { offset: 0 }, key: undefined, most, hidden: 0 })
        : capRows(await this.nest(run, nested, page), most);
    return new RowAnswer(rows, { ...options, after: () => (isCut() ? { truncated: true } : {}) });
  }

  private async nest(
    run: Run,
    nested: NestedStatement,
    { offset, limit = Infinity }: Selection['page'],
  ): Promise<RowStream<Cell | NestedCell>> {
    const { compiled, isPage } = run.prepared;
    const columns = nested.describe(compiled.columns);
    return nestRows(await this.runner.run(run), { columns, offset: isPage ? 0 : offset, limit });
  }

  private select(caller: Caller, ontology: Ontology, request: StatementRequest, query: Query<Written>): Selection {
    request.edge.audit.version = ontology.version;
    const nested = request.nested ? this.runner.nest(caller, ontology, query) : undefined;
    const page = { offset: query.offset ?? 0, limit: query.limit };
    return { asked: { caller, ontology, query: nested?.query ?? query, nesting: nested?.nesting(page) }, nested, page };
  }
}
