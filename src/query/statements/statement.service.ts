import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../auth';
import { readListOptions } from '../../compiler/filter';
import { rolesNamedBy } from '../../compiler/ontology';
import {
  isAccount,
  isRead,
  type DefinitionStatement,
  type Explain,
  type QueryStatement,
  type ReadStatement,
  type Statement,
} from '../../compiler/statement';
import { ServiceError } from '../../errors';
import { RowAnswer, type WholeAnswer } from '../../http';
import { type Caller, nameKey, type OutputColumn } from '../../model';
import { type Alongside, type Applied, OntologiesService } from '../../ontologies';
import { type BoundStatement, bindParameters } from './bind-parameters';
import { cutQuery } from './cut-rows';
import { printNotice, withPosition } from './locate-error';
import { warned } from './warned';
import { ModelAnswersService } from './model-answers.service';
import { printExplanation } from '../planning/explain-plan';
import type { QueryResponse, QueryResult, QuerySpec } from '../running/query-spec';
import { QueryService } from '../running/query.service';
import { StatementParser } from './statement-parser';
import type { AppliedRequest, StatementRequest } from './statement-request';
import { type FindOntology, SystemTablesService } from '../planning/system-tables.service';

/** The statements whose response contains a new token. */
type NewToken = Extract<Statement, { kind: 'create-token' | 'show-token' }>;
type Definition = Statement & DefinitionStatement;
type Reading = BoundStatement & (QueryStatement | ReadStatement);
/** A statement that only reads. */
export type ReadingStatement = Statement & (QueryStatement | ReadStatement);

/**
 * Runs the statements of POST query/. Definitions and account statements commit together or not at all, statements that read are checked
 * against the new definitions, and the response is that of the last statement. Its rows are read after the commit: an error that only the
 * data source can report rolls nothing back.
 */
@Injectable()
export class StatementService {
  constructor(
    private readonly parser: StatementParser,
    private readonly accounts: AccountsService,
    private readonly ontologies: OntologiesService,
    private readonly models: ModelAnswersService,
    private readonly queries: QueryService,
    private readonly system: SystemTablesService,
  ) {}

  async run(caller: Caller, request: StatementRequest): Promise<QueryResponse> {
    try {
      const statements = this.read(request);
      if (request.isDryRun) statements.forEach(refuseOpening);
      const [first, ...others] = statements;
      if (others.length === 0 && (first?.kind === 'create-token' || first?.kind === 'show-token'))
        return await this.createToken(caller, request, first);
      return await this.runAll(caller, request, statements);
    } catch (error) {
      throw withPosition(error, request.text);
    }
  }

  /** Runs one statement that the caller of this method has parsed from `request.text`, with the values of its parameters. */
  async runReading(caller: Caller, request: StatementRequest, statement: ReadingStatement): Promise<QueryResponse> {
    try {
      if (!request.nested) refuseOptions(statement);
      return await this.answer(caller, { ...request, warnings: [] }, this.bind(statement, request));
    } catch (error) {
      throw withPosition(error, request.text);
    }
  }

  /** Returns the columns of a SELECT that the caller of this method has parsed, without running it. */
  async columnsOf(
    caller: Caller,
    request: StatementRequest,
    statement: Statement & QueryStatement,
  ): Promise<readonly OutputColumn[]> {
    try {
      return await this.queries.columns(specOf(caller, { ...request, warnings: [] }, this.bind(statement, request)));
    } catch (error) {
      throw withPosition(error, request.text);
    }
  }

  /** Returns the statement with the values of the parameters of a request. */
  private bind<Bound extends ReadingStatement>(
    statement: Bound,
    { parameters, nested }: StatementRequest,
  ): Bound & BoundStatement {
    if (parameters === undefined && statement.placeholders === undefined) return statement;
    const [bound] = bindParameters([statement], parameters, ({ kind }) => kind === 'query' && !nested);
    return { ...statement, ...bound };
  }

  private async runAll(
    caller: Caller,
    request: StatementRequest,
    statements: readonly BoundStatement[],
  ): Promise<QueryResponse> {
    const last = statements.at(-1);
    if (last === undefined) throw new ServiceError('statement_malformed', 'the request contains no statement');
    if (statements.every(isReading) && isReading(last)) {
      const others = statements.slice(0, -1);
      const find = await this.findRestricted(caller, request);
      if (others.length > 0)
        await this.check(caller, request.ontology, others, find ?? this.system.catalogueOf(caller));
      return await this.answer(caller, { ...request, warnings: [], ...(find && { find }) }, last);
    }
    const applied = await this.change(caller, request, statements);
    const warnings = applied.warnings.map((notice) => printNotice(notice, request.text));
    if (!isReading(last)) return await this.models.answerRows({ columns: [], rows: [] }, request, warned({ warnings }));
    const { caller: rightful, ontologyName } = applied;
    const find = applied.find ?? (await this.findRestricted(rightful, { ...request, ontology: ontologyName }));
    return await this.answer(rightful, { ...request, ontology: ontologyName, warnings, ...(find && { find }) }, last);
  }

  /** Runs CREATE TOKEN and SHOW TOKEN. Rejects dry runs and asynchronous requests: only the immediate response may contain the token. */
  private async createToken(caller: Caller, request: StatementRequest, statement: NewToken): Promise<WholeAnswer> {
    if (request.isDryRun || request.context.isDetached)
      throw new ServiceError('request_malformed', 'a new token cannot be a dry run, nor have an asynchronous answer');
    const created =
      statement.kind === 'show-token'
        ? this.accounts.showToken(caller, statement.user)
        : this.accounts.createToken(caller, statement);
    return this.models.answerRows(await created, request);
  }

  /** Returns the statements of a request, with the values of its parameters. */
  private read({ text, parameters, nested }: StatementRequest): readonly BoundStatement[] {
    const parsed = this.parser.parse(text);
    if (!nested) parsed.forEach(refuseOptions);
    if (parameters === undefined && parsed.every(({ placeholders }) => placeholders === undefined)) return parsed;
    const last = parsed.at(-1);
    return bindParameters(parsed, parameters, (one) => one === last && one.kind === 'query' && !nested);
  }

  private findRestricted(caller: Caller, request: StatementRequest): Promise<FindOntology | undefined> {
    return this.restrict(caller, request, this.system.catalogueOf(caller));
  }

  /** Returns `find` with the mappings of the requested data source only, once the addressed ontology has it; undefined if none is requested. */
  private async restrict(
    caller: Caller,
    { ontology, dataSource }: StatementRequest,
    find: FindOntology,
  ): Promise<FindOntology | undefined> {
    if (dataSource === undefined) return undefined;
    const restricted: FindOntology = async (name) => this.system.withDataSource(await find(name), dataSource);
    this.system.withDataSource(await this.system.ontology(caller, ontology, find), dataSource);
    return restricted;
  }

  /** Applies the definitions and account statements, or only checks them in a dry run. */
  private async change(
    caller: Caller,
    request: StatementRequest,
    statements: readonly BoundStatement[],
  ): Promise<Applied & Pick<AppliedRequest, 'find'>> {
    const definitions = statements.filter(isDefinition);
    const change = await this.ontologies.prepare(caller, request.ontology, definitions, { ifMatch: request.ifMatch });
    const known = this.system.catalogueOf(caller);
    const changed: FindOntology = async (name) => change.find(name) ?? known(name);
    const find = (await this.restrict(change.rightful, { ...request, ontology: change.addressed }, changed)) ?? changed;
    await this.check(change.rightful, change.addressed, statements.filter(isReading), find);
    const accounts = await this.accounts.prepare(
      change.rightful,
      statements.filter((statement) => isAccount(statement)),
      rolesNamedBy(definitions),
    );
    await this.ontologies.refuseNamedRoles(
      change,
      statements.flatMap((statement) => (statement.kind === 'drop-role' ? [statement.name] : [])),
    );
    const write: Alongside = (transaction) => this.accounts.applyWithin(transaction, accounts);
    if (request.isDryRun) {
      request.context.audit.isDryRun = true;
      if (statements.some(isAccount)) await this.ontologies.rehearse(change, write);
      return { caller: change.rightful, ontologyName: change.addressed, warnings: change.warnings, find };
    }
    const made = change.changes.find(({ to }) => nameKey(to.name) === nameKey(change.addressed))?.to;
    if (made !== undefined) request.context.audit.version = made.version;
    return this.ontologies.commit(change, write);
  }

  private async check(
    caller: Caller,
    ontologyName: string,
    readings: readonly Reading[],
    find: FindOntology,
  ): Promise<void> {
    for (const reading of readings) {
      if (reading.kind === 'query' || reading.kind === 'explain')
        this.queries.check(caller, await this.system.ontology(caller, ontologyName, find), reading.query);
      else await this.models.check(caller, ontologyName, reading, find);
    }
  }

  private answer(caller: Caller, request: AppliedRequest, statement: Reading): Promise<QueryResponse> {
    if (statement.kind !== 'query' && statement.kind !== 'explain')
      return this.models.answer(caller, request, statement);
    const spec = specOf(caller, request, statement);
    return statement.kind === 'explain'
      ? this.explain(spec, request)
      : this.queries.run(spec, (result) => answerResult(result, spec));
  }

  private async explain(spec: QuerySpec, request: AppliedRequest): Promise<WholeAnswer> {
    const explanation = printExplanation(await this.queries.explain(spec));
    const rows = { columns: [{ name: 'PLAN', type: 'string' } as const], rows: [[explanation]] };
    return this.models.answerRows(rows, request, warned(spec));
  }
}

function specOf(
  caller: Caller,
  request: AppliedRequest,
  { kind, query: whole, options, values }: BoundStatement & (QueryStatement | Explain),
): QuerySpec {
  const { ontology, nested, format, columns, context, warnings, find, cut, tables } = request;
  const lists = options && readListOptions(options);
  const query = kind === 'explain' ? whole : cutQuery(whole, cut);
  const source = { kind: 'select', query, nested, lists, values } as const;
  return { caller, ontology, source, format, columns, typed: true, context, warnings, tables, ...(find && { find }) };
}

/** Rejects statements that open a data source in a dry run. They store nothing in any case. */
function refuseOpening({ kind }: Statement): void {
  if (kind !== 'test-datasource' && kind !== 'draft-ontology' && kind !== 'draft-datasource') return;
  throw new ServiceError('request_malformed', 'a dry run opens no data source', {
    hint: 'TEST DATASOURCE and DRAFT store nothing: send them without x-dry-run',
  });
}

/** Rejects options of a statement whose rows are flat. */
function refuseOptions(statement: Statement): void {
  const [option] = statement.kind === 'query' || statement.kind === 'explain' ? (statement.options ?? []) : [];
  if (option === undefined) return;
  throw new ServiceError('statement_malformed', 'OPTIONS apply to the lists of nested answers', {
    hint: 'add nested=true to the URL, or the header nested: true',
    offset: option.name.at,
  });
}

function answerResult({ rows, ending }: QueryResult, spec: QuerySpec): RowAnswer {
  const { format, typed, columns } = spec;
  return new RowAnswer(rows, { format, typed, columns, after: () => ({ ...ending(), ...warned(spec) }) });
}

function isReading(statement: BoundStatement): statement is Reading {
  return statement.kind === 'query' || isRead(statement);
}

function isDefinition(statement: Statement): statement is Definition {
  return !isReading(statement) && !isAccount(statement);
}
