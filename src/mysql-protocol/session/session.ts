import type { Literal } from '../../model';
import { STATUS } from '../packets/protocol';
import type { VariableSettings } from './system-variables';
import { SessionVariables } from './variables';

/** A note about the last statement, for SHOW WARNINGS. */
export interface Warning {
  readonly level: 'Warning' | 'Error';
  readonly number: number;
  readonly message: string;
}

/** The account of a connection: the token that it logged in with, and the user. */
export interface Account {
  /** The SHA-256 of the token. */
  readonly tokenHash: string;
  readonly user: string;
}

const WITH_NUMBERS: ReadonlySet<string> = new Set(['CONNECTION_ID', 'LAST_INSERT_ID', 'ROW_COUNT', 'FOUND_ROWS']);

/** The state of a connection after its log-in, which COM_RESET_CONNECTION renews. */
export class Session {
  variables: SessionVariables;
  /** The name of the ontology that is the current database. */
  database: string | undefined;
  warnings: readonly Warning[] = [];
  foundRows = 0;
  private isInTransaction = false;

  constructor(
    readonly connection: number,
    readonly account: Account,
    private readonly settings: VariableSettings,
  ) {
    this.variables = new SessionVariables(settings);
  }

  /** The flags that follow each result. */
  get status(): number {
    const autocommit = this.variables.get('autocommit') === 'ON' ? STATUS.autocommit : 0;
    return autocommit | (this.isInTransaction ? STATUS.inTransaction : 0);
  }

  /** The most rows of a result; undefined: all. */
  get mostRows(): number | undefined {
    const most = Number(this.variables.get('sql_select_limit'));
    return Number.isSafeInteger(most) && most >= 0 ? most : undefined;
  }

  /** The time-out of a statement, in milliseconds: what the client wishes, within the limit of the service. */
  get timeoutMs(): number {
    return this.wished('max_execution_time', this.settings.statementMs);
  }

  /** The time for which the connection waits for a command, in milliseconds: what the client wishes, within the limit of the service. */
  get idleMs(): number {
    return 1000 * this.wished('wait_timeout', this.settings.idleSeconds);
  }

  private wished(name: string, most: number): number {
    const wished = Number(this.variables.get(name));
    return Number.isSafeInteger(wished) && wished > 0 ? Math.min(wished, most) : most;
  }

  reset(): void {
    this.variables = new SessionVariables(this.settings);
    this.warnings = [];
    this.isInTransaction = false;
  }

  /** Notes the begin or the end of a transaction, which changes nothing else: every statement reads by itself. */
  follow(action: 'begin' | 'end' | 'other'): void {
    if (action !== 'other') this.isInTransaction = action === 'begin';
  }

  /** Returns the value of a function of the session, by its name in upper case; undefined for any other function. */
  valueOf(name: string): Literal | undefined {
    if (name === 'DATABASE' || name === 'SCHEMA')
      return this.database === undefined ? { kind: 'literal', type: 'null', text: '' } : textOf(this.database);
    if (name === 'VERSION') return textOf(this.settings.version);
    if (!WITH_NUMBERS.has(name)) return undefined;
    const numbers: Readonly<Record<string, number>> = {
      CONNECTION_ID: this.connection,
      LAST_INSERT_ID: 0,
      ROW_COUNT: -1,
      FOUND_ROWS: this.foundRows,
    };
    return { kind: 'literal', type: 'integer', text: String(numbers[name]) };
  }
}

function textOf(text: string): Literal {
  return { kind: 'literal', type: 'string', text };
}
