import { Injectable } from '@nestjs/common';
import { type QueryStatement, type SessionStatement, type SetVariables, type ShowListed } from '../../compiler/statement'; // prettier-ignore
import { Environment } from '../../config';
import { ServiceError, suggest } from '../../errors';
import { RowAnswer, type RequestContext, WholeAnswer } from '../../http';
import { type Caller, type Cell, type Literal, nameKey, type OutputColumn, type PackedForm, PackedRows, type RowFormat } from '../../model'; // prettier-ignore
import { type AddedTables, type ReadingStatement, type StatementRequest, StatementService } from '../../query';
import { INFORMATION_SCHEMA, metadataTables } from '../metadata/information-schema';
import type { ListedTable } from '../metadata/listed-tables';
import type { ListedConnection, ListedDatabase } from '../metadata/metadata-table';
import { OF_DATABASE, showQuery } from '../metadata/show-query';
import type { ParameterValue } from '../packets/read-parameters';
import { DatabasesService } from './databases.service';
import type { TextStatement } from './known-forms';
import { noDatabase, SessionError } from './refusal';
import type { Session } from './session';
import { SessionParserService } from './session-parser.service';
import { resultOf, resultOfAnswer, resultOfJson, type SessionResult } from './session-result';
import { type ResolvedQuery, StatementResolverService } from './statement-resolver.service';
import { showCreateDatabase, showCreateTable, textColumns } from './show-create';

/** The ontology of statements that read none. */
const NONE = 'system';

/** A statement of a session, and what it needs. */
export interface SessionRequest {
  readonly session: Session;
  readonly caller: Caller;
  readonly context: RequestContext;
  readonly text: string;
  readonly parameters?: readonly ParameterValue[] | undefined;
  /** Whether the statement is that of another text, with these parameters in place of its literals. */
  readonly isReused?: boolean | undefined;
  /** The form in which its rows may be packed; absent: in none. */
  readonly form?: PackedForm | undefined;
  /** Returns the connections that the caller may see. */
  readonly connections: () => readonly ListedConnection[];
  /** Ends a statement or a connection of the caller. */
  readonly kill: (connection: number, queryOnly: boolean) => void;
}

type Query = SessionStatement & QueryStatement;

/** Runs the statements of clients of the MySQL protocol like those of POST query/, so that rights, masks and limits are the same. */
@Injectable()
export class SessionStatementsService {
  constructor(
    private readonly environment: Environment,
    private readonly resolver: StatementResolverService,
    private readonly databases: DatabasesService,
    private readonly parser: SessionParserService,
    private readonly statements: StatementService,
  ) {}

  /** Returns the statements of a text to prepare. */
  parse(session: Session, text: string): readonly SessionStatement[] {
    return this.parser.parse(session, text);
  }

  /** Returns the statements of a text to run. */
  parseText(session: Session, text: string): readonly TextStatement[] {
    return this.parser.parseText(session, text);
  }

  /** Runs one statement; the result has rows, or is undefined. */
  async run(request: SessionRequest, statement: SessionStatement): Promise<SessionResult> {
    if (request.isReused !== true) return await this.runOnce(request, statement);
    try {
      return await this.runOnce(request, statement);
    } catch (error) {
      if (!hasPlace(error)) throw error;
      // the place is one in the text of another statement
      const [written = statement] = this.parser.parse(request.session, request.text);
      return await this.runOnce({ ...request, parameters: undefined }, written);
    }
  }

  private async runOnce(request: SessionRequest, prepared: SessionStatement): Promise<SessionResult> {
    const { session } = request;
    const statement = this.parser.withCounts(request, prepared);
    if (statement.kind !== 'show-listed' || statement.what !== 'warnings') session.warnings = [];
    switch (statement.kind) {
      case 'use':
        await this.use(request, statement.database.name);
        return undefined;
      case 'set-variables':
        await this.setVariables(request, statement);
        return undefined;
      case 'transaction':
        session.follow(statement.action);
        return undefined;
      case 'kill':
        request.kill(statement.connection, statement.queryOnly);
        return undefined;
      case 'show-listed':
        return await this.show(request, statement);
      case 'query':
        return await this.select(request, statement);
      default:
        return await this.read(request, statement);
    }
  }

  /** Makes an ontology the current database. */
  async use({ session, caller }: Pick<SessionRequest, 'session' | 'caller'>, name: string): Promise<void> {
    session.database = (await this.databases.named(caller, name))?.name ?? INFORMATION_SCHEMA;
  }

  /** Returns the columns of a SELECT without running it; undefined for other statements, and where parameters decide the columns. */
  async columnsOf(request: SessionRequest, statement: SessionStatement): Promise<readonly OutputColumn[] | undefined> {
    if (statement.kind !== 'query') return undefined;
    const parameters = statement.placeholders?.map(() => null);
    try {
      const resolved = await this.resolve(request, statement);
      const asked = this.requestOf({ ...request, parameters }, resolved.ontology?.name, 'cells');
      return await this.statements.columnsOf(request.caller, asked, resolved.statement);
    } catch (error) {
      if (parameters === undefined) throw error;
      return undefined;
    }
  }

  /** Returns the columns of a table, for COM_FIELD_LIST. */
  async columnsOfTable(request: SessionRequest, name: string): Promise<readonly OutputColumn[]> {
    const { session, caller } = request;
    const { tables } = await this.databases.get(caller, session.database ?? refuseNoDatabase());
    const found = tableNamed(tables, name);
    return found.columns.map((column) => ({ name: column.name, type: plainType(column.type) }));
  }

  private async select(request: SessionRequest, statement: Query): Promise<SessionResult> {
    const { ontology, statement: resolved } = await this.resolve(request, statement);
    const { session, context } = request;
    const asked = this.requestOf(request, ontology?.name, this.formatOf(request));
    const answer = await this.statements.runReading(request.caller, asked, resolved);
    if (!(answer instanceof RowAnswer)) throw new Error('the answer has no rows');
    return resultOfAnswer(answer, context, (isTruncated) => {
      if (isTruncated)
        session.warnings = [{ level: 'Warning', number: 1105, message: 'rows beyond MAX_ROWS were left out' }];
    });
  }

  /** Runs a SHOW, DESCRIBE or EXPLAIN of the language of the ontology. */
  private async read(request: SessionRequest, statement: Exclude<ReadingStatement, Query>): Promise<SessionResult> {
    const { session, caller } = request;
    let [ontology, resolved]: [string | undefined, ReadingStatement] = [session.database, statement];
    if (statement.kind === 'explain') {
      const inner = await this.resolve(request, { ...statement, kind: 'query' });
      [ontology, resolved] = [inner.ontology?.name, { ...statement, query: inner.statement.query }];
    }
    const asked = this.requestOf(request, ontology, 'json');
    const answer = await this.statements.runReading(caller, asked, resolved);
    if (!(answer instanceof WholeAnswer)) throw new Error('the answer is not complete');
    request.context.audit.rowCount = () => answer.rowCount;
    return resultOfJson(answer.body);
  }

  /** Resolves a SELECT, and notes its ontology for the audit log. */
  private async resolve({ session, caller, context }: SessionRequest, statement: Query): Promise<ResolvedQuery> {
    const resolved = await this.resolver.resolve(session, caller, statement);
    const { ontology } = resolved;
    if (ontology !== undefined) Object.assign(context.audit, { ontology: ontology.name, ontologyId: ontology.id });
    return resolved;
  }

  private formatOf({ form }: SessionRequest): RowFormat {
    return form === undefined || !this.environment.mysqlPassPackets ? 'cells' : `packed_${form}`;
  }

  private requestOf(request: SessionRequest, ontology: string | undefined, format: RowFormat): StatementRequest {
    const { session, context, text, parameters } = request;
    const limit = session.mostRows;
    return {
      ...{
        ontology: ontology ?? NONE,
        text,
        context,
        format,
        columns: true,
        nested: false,
        isDryRun: false,
        ifMatch: undefined,
      },
      parameters,
      tables: this.tablesFor(request),
      ...(limit !== undefined && { cut: { offset: 0, limit } }),
    };
  }

  /** Returns the tables of INFORMATION_SCHEMA as the caller sees them. */
  private tablesFor({ caller, session, connections }: SessionRequest): AddedTables {
    return metadataTables(() => this.databases.readMetadata(caller, session, connections()));
  }

  private async show(request: SessionRequest, statement: ShowListed): Promise<SessionResult> {
    const { session, caller } = request;
    switch (statement.what) {
      case 'warnings':
        return resultOf(warningsOf(session));
      case 'grants':
        return resultOf(await this.databases.showGrants(caller));
      case 'privileges':
        return resultOf(PRIVILEGES);
      case 'create-database':
        return resultOf(showCreateDatabase((await this.shownDatabase(request, statement)).name));
      case 'create-table':
        return resultOf(showCreateTable(tableOf(await this.shownDatabase(request, statement), statement)));
      default:
        return OF_DATABASE.has(statement.what)
          ? this.listOfDatabase(request, statement)
          : this.list(request, statement, '');
    }
  }

  /** Lists what a database has, by the names as the model has them. */
  private async listOfDatabase(request: SessionRequest, statement: ShowListed): Promise<SessionResult> {
    const database = await this.shownDatabase(request, statement);
    const named = statement.table && { ...statement, table: { name: tableOf(database, statement).name } };
    return this.list(request, named ?? statement, database.name);
  }

  private shownDatabase({ session, caller }: SessionRequest, { database }: ShowListed): Promise<ListedDatabase> {
    return this.databases.get(caller, database?.name ?? session.database ?? refuseNoDatabase());
  }

  private async list(request: SessionRequest, statement: ShowListed, database: string): Promise<SessionResult> {
    const query = showQuery(statement, database);
    if (query === undefined) throw new Error(`there is no list of ${statement.what}`);
    return this.select(request, { kind: 'query', query, at: 0, end: request.text.length });
  }

  private async setVariables(request: SessionRequest, { assignments }: SetVariables): Promise<void> {
    const { variables } = request.session;
    for (const { name, scope, value, at } of assignments) {
      if (scope === 'global')
        throw new SessionError(1227, '42000', `global variables cannot be set: SET SESSION ${name} sets the one of this session`, { offset: at }); // prettier-ignore
      const literal = value === undefined || value.kind === 'literal' ? value : await this.evaluate(request, value);
      variables.assign(name, literal, at);
    }
  }

  /** Returns the value of an expression without tables. */
  private async evaluate(
    request: SessionRequest,
    value: NonNullable<SetVariables['assignments'][number]['value']>,
  ): Promise<Literal> {
    const query = { kind: 'select', distinct: false, items: [{ expression: value }], groupBy: [], rollup: false, windows: [], orderBy: [] } as const; // prettier-ignore
    const asked = { ...request, form: undefined };
    const result = await this.select(asked, { kind: 'query', query, at: 0, end: request.text.length });
    for await (const rows of result?.batches ?? [])
      if (!(rows instanceof PackedRows)) return literalOf(rows[0]?.[0] as Cell);
    return literalOf(null);
  }
}

function hasPlace(error: unknown): boolean {
  return error instanceof ServiceError && (error.details.position ?? error.details.offset) !== undefined;
}

function refuseNoDatabase(): never {
  throw noDatabase();
}

function tableOf({ tables }: ListedDatabase, { table }: ShowListed): ListedTable {
  return tableNamed(tables, table?.name ?? '', table?.at);
}

function tableNamed(tables: readonly ListedTable[], name: string, offset?: number): ListedTable {
  const key = nameKey(name);
  const found = tables.find((table) => nameKey(table.name) === key);
  if (found !== undefined) return found;
  const names = tables.map((table) => table.name);
  throw new ServiceError('plan_unknown_table', `there is no table "${name}"`, { hint: suggest(name, names), offset });
}

function warningsOf({ warnings }: Session) {
  const columns = [{ name: 'Level', type: 'string' }, { name: 'Code', type: 'integer' }, { name: 'Message', type: 'string' }] as const; // prettier-ignore
  return { columns, rows: warnings.map(({ level, number, message }) => [level, number, message]) };
}

const PRIVILEGES = {
  columns: textColumns('Privilege', 'Context', 'Comment'),
  rows: [['Select', 'Tables', 'To retrieve rows from table']],
};

function literalOf(cell: Cell): Literal {
  if (cell === null) return { kind: 'literal', type: 'null', text: '' };
  if (typeof cell === 'number')
    return { kind: 'literal', type: Number.isInteger(cell) ? 'integer' : 'decimal', text: String(cell) };
  return { kind: 'literal', type: 'string', text: String(cell) };
}

/** Returns a type without its precision, as columns of results have it. */
function plainType(printed: string): OutputColumn['type'] {
  return printed.replace(/\(.*/, '') as OutputColumn['type'];
}
