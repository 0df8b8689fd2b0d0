import type { Expression, Identifier, Written } from '../../model';
import type { QueryStatement, ReadStatement } from './definition.ast';
import type { StatementPlace } from './statement-place.ast';

/** What SHOW lists for clients of the MySQL protocol (docs/sql-clients.md). */
export type Listed =
  | 'databases'
  | 'tables'
  | 'columns'
  | 'index'
  | 'table-status'
  | 'create-table'
  | 'create-database'
  | 'variables'
  | 'status'
  | 'character-sets'
  | 'collations'
  | 'engines'
  | 'warnings'
  | 'processes'
  | 'grants'
  | 'privileges'
  | 'plugins'
  | 'triggers'
  | 'events'
  | 'routines';

/** A SHOW of MySQL, or DESCRIBE of a table, which is SHOW COLUMNS. */
export interface ShowListed {
  readonly kind: 'show-listed';
  readonly what: Listed;
  /** Whether FULL was written. */
  readonly full: boolean;
  readonly database?: Identifier;
  readonly table?: Identifier;
  /** The pattern of LIKE, or the condition of WHERE, on the columns of the list. */
  readonly like?: string;
  readonly where?: Expression<Written>;
}

/** `SET x = value`: a variable of the system, or of the user, whose name begins with `@`. DEFAULT is represented without a value. */
export interface VariableAssignment {
  readonly name: string;
  readonly scope: 'session' | 'global';
  readonly value?: Expression<Written>;
  readonly at: number;
}
export interface SetVariables {
  readonly kind: 'set-variables';
  readonly assignments: readonly VariableAssignment[];
}
export interface UseDatabase {
  readonly kind: 'use';
  readonly database: Identifier;
}
/** The statements of transactions, and locks of tables: they change nothing, since every statement only reads. */
export interface Transaction {
  readonly kind: 'transaction';
  readonly action: 'begin' | 'end' | 'other';
}
export interface Kill {
  readonly kind: 'kill';
  readonly connection: number;
  /** Whether the connection stays open. */
  readonly queryOnly: boolean;
}

/** A statement that a client of the MySQL protocol can send. */
export type SessionStatement = StatementPlace & SessionBody;
export type SessionBody = QueryStatement | ReadStatement | ShowListed | SetVariables | UseDatabase | Transaction | Kill;
