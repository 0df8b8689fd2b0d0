import { Injectable } from '@nestjs/common';
import type { ShownAccounts, Statement } from '../../compiler/statement';
import { ServiceError } from '../../errors';
import { StatementParser } from '../statements/statement-parser';
import { StatementService } from '../statements/statement.service';
import type { AgentRequest } from './agent-tool';
import { type FirstRows, readRows } from './read-rows';

/** The kinds of statements that read data and models, and no accounts. */
const READING: ReadonlySet<string> = new Set([
  'query',
  'show',
  'show-tables',
  'show-create-ontology',
  'show-diff',
  'describe',
  'describe-concept',
]);

/** A statement of a tool, for one ontology. */
export interface ToolStatement {
  readonly ontology: string;
  readonly text: string;
  readonly parameters?: readonly unknown[];
  /** The number of rows that the agent receives at most. */
  readonly most: number;
}

/** Runs statements of agents like those of POST query/, so that rights, masks, limits and time-outs are the same. */
@Injectable()
export class StatementRunnerService {
  constructor(
    private readonly parser: StatementParser,
    private readonly statements: StatementService,
  ) {}

  /** Returns the first rows of a statement. */
  async run(
    { caller, context }: AgentRequest,
    { ontology, text, parameters, most }: ToolStatement,
  ): Promise<FirstRows> {
    context.audit.statement = text;
    const response = await this.statements.run(caller, {
      ...{ ontology, text, parameters, context },
      ...{ ifMatch: undefined, isDryRun: false, nested: false, format: 'ndjson', columns: false },
    });
    const answer = await readRows(response, most);
    context.audit.rowCount = () => answer.rows.length;
    return answer;
  }

  /** Rejects everything but one statement that reads: SELECT, or also SHOW and DESCRIBE. */
  checkReads(text: string, mayShow: boolean): void {
    const statements = this.parser.parse(text);
    const isAllowed = statements.every((statement) => (mayShow ? isReading(statement) : statement.kind === 'query'));
    if (statements.length === 1 && isAllowed) return;
    throw new ServiceError(
      'statement_not_allowed',
      `this tool accepts one ${mayShow ? 'SELECT, SHOW or DESCRIBE' : 'SELECT'}`,
      {
        hint: 'send changes and several statements to POST query/',
      },
    );
  }
}

/** What SHOW lists of the accounts, which agents do not see. */
const ACCOUNTS: ReadonlySet<string> = new Set<ShownAccounts>(['users', 'roles', 'permissions']);

function isReading(statement: Statement): boolean {
  return READING.has(statement.kind) && !(statement.kind === 'show' && ACCOUNTS.has(statement.what));
}
