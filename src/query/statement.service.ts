import { Injectable } from '@nestjs/common';
import { AccountsService } from '../auth';
import {
  isAccount,
  isRead,
  parseStatements,
  type DefinitionStatement,
  type QueryStatement,
  type ReadStatement,
  type Statement,
} from '../compiler/statement';
import { Environment } from '../config';
import { ServiceError } from '../errors';
import { RowAnswer, type RowFormat } from '../http';
import type { Caller, Cell, NestedCell, RowStream } from '../model';
import { OntologiesService } from '../ontologies';
import { answerRows } from './answer-rows';
import { capRows } from './cap-rows';
import { withPosition } from './locate-error';
import { ModelReader } from './model-reader.service';
import { nestRows } from './nest-rows';
import { QueryRunner } from './query-runner.service';
import { SystemTables } from './system-tables.service';

/** A request of endpoint 2. */
export interface StatementRequest {
  readonly ontology: string;
  readonly text: string;
  readonly ifMatch: string | undefined;
  readonly nested: boolean;
  readonly format: RowFormat;
  readonly signal: AbortSignal;
}

type Definition = Statement & DefinitionStatement;
type Reading = Statement & (QueryStatement | ReadStatement);

/** Endpoint 2 (spec 2): definitions commit together, earlier SELECTs are checked, the answer is the last statement's. */
@Injectable()
export class StatementService {
  constructor(
    private readonly environment: Environment,
    private readonly accounts: AccountsService,
    private readonly system: SystemTables,
    private readonly ontologies: OntologiesService,
    private readonly reader: ModelReader,
    private readonly runner: QueryRunner,
  ) {}

  async run(caller: Caller, request: StatementRequest): Promise<RowAnswer> {
    const statements = parseStatements(request.text);
    const last = statements.at(-1);
    if (last === undefined) throw new ServiceError('statement_malformed', 'there is no statement in "query"');
    try {
      const applied = await this.define(caller, request, statements);
      await this.check(applied.caller, applied.ontologyName, statements.slice(0, -1).filter(isReading));
      return await this.answer(applied.caller, { ...request, ontology: applied.ontologyName }, last);
    } catch (error) {
      throw withPosition(error, request.text);
    }
  }

  private async define(
    caller: Caller,
    request: StatementRequest,
    statements: readonly Statement[],
  ): Promise<{ caller: Caller; ontologyName: string }> {
    const definitions = statements.filter(
      (statement): statement is Definition => !isReading(statement) && !isAccount(statement),
    );
    const applied =
      definitions.length === 0
        ? { caller, ontologyName: request.ontology }
        : await this.ontologies.applyDefinitions(caller, request.ontology, definitions, { ifMatch: request.ifMatch });
    for (const statement of statements) {
      if (isAccount(statement)) await this.accounts.apply(applied.caller, statement);
    }
    return applied;
  }

  private async check(caller: Caller, ontologyName: string, earlier: readonly Reading[]): Promise<void> {
    for (const statement of earlier) {
      if (statement.kind === 'query')
        this.runner.columns(caller, await this.system.ontology(caller, ontologyName), statement.query);
    }
  }

  private async answer(caller: Caller, request: StatementRequest, statement: Statement): Promise<RowAnswer> {
    if (!isReading(statement)) return answerRows({ columns: [], rows: [] }, request.format);
    if (statement.kind === 'query') return this.select(caller, request, statement);
    return answerRows(await this.reader.read(caller, request.ontology, statement), request.format);
  }

  private async select(caller: Caller, request: StatementRequest, { query }: QueryStatement): Promise<RowAnswer> {
    const ontology = await this.system.ontology(caller, request.ontology);
    const nested = request.nested ? this.runner.nest(caller, ontology, query) : undefined;
    const page = { offset: query.offset ?? 0, limit: query.limit };
    const plan = await this.runner.plan(caller, ontology, nested?.query ?? query, nested?.nesting(page));
    const flat = await this.runner.run({ caller, ontology, plan, signal: request.signal });
    const rows: RowStream<Cell | NestedCell> =
      nested === undefined
        ? flat
        : nestRows(flat, {
            columns: nested.describe(flat.columns.map((column) => column.name)),
            offset: plan.isPage ? 0 : page.offset,
            limit: page.limit ?? Infinity,
          });
    const { maxRows } = this.environment;
    const capped =
      maxRows === undefined || plan.systemTables.length > 0 ? { rows, isCut: () => false } : capRows(rows, maxRows);
    return new RowAnswer(capped.rows, {
      format: request.format,
      typed: true,
      after: () => (capped.isCut() ? { truncated: true } : {}),
    });
  }
}

function isReading(statement: Statement): statement is Reading {
  return statement.kind === 'query' || isRead(statement);
}
