import { Injectable } from '@nestjs/common';
import { AccountsService } from '../auth';
import {
  isAccount,
  isRead,
  type DefinitionStatement,
  type QueryStatement,
  type ReadStatement,
  type Statement,
} from '../compiler/statement';
import { ServiceError } from '../errors';
import { type RowAnswer } from '../http';
import type { Caller } from '../model';
import { OntologiesService } from '../ontologies';
import { answerRows } from './answer-rows';
import { withPosition } from './locate-error';
import { ModelReader } from './model-reader.service';
import { SelectService } from './select.service';
import { StatementParser } from './statement-parser';
import type { StatementRequest } from './statement-request';

type Definition = Statement & DefinitionStatement;
type Reading = Statement & (QueryStatement | ReadStatement);

/** Endpoint 2 (spec 2): definitions commit together, earlier SELECTs are checked, the answer is the last statement's. */
@Injectable()
export class StatementService {
  constructor(
    private readonly parser: StatementParser,
    private readonly accounts: AccountsService,
    private readonly ontologies: OntologiesService,
    private readonly reader: ModelReader,
    private readonly selects: SelectService,
  ) {}

  async run(caller: Caller, request: StatementRequest): Promise<RowAnswer> {
    const statements = this.parser.parse(request.text);
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
      if (statement.kind === 'query') await this.selects.check(caller, ontologyName, statement.query);
    }
  }

  private async answer(caller: Caller, request: StatementRequest, statement: Statement): Promise<RowAnswer> {
    if (!isReading(statement)) return answerRows({ columns: [], rows: [] }, request.format);
    if (statement.kind === 'query') return this.selects.answer(caller, request, statement.query);
    if (statement.kind === 'explain') return this.selects.explain(caller, request, statement.query);
    return answerRows(await this.reader.read(caller, request.ontology, statement), request.format);
  }
}

function isReading(statement: Statement): statement is Reading {
  return statement.kind === 'query' || isRead(statement);
}
