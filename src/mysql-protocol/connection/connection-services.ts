import type { SecureContext } from 'node:tls';
import type { AuditLogService } from '../../audit';
import type { CallersService, ChallengeLogInService } from '../../auth';
import type { OpenConnections } from '../../http';
import type { ListedConnection } from '../metadata/metadata-table';
import type { VariableSettings } from '../session/system-variables';
import type { SessionStatementsService } from '../session/session-statements.service';
import type { StatementLimits } from './statement-limits';

/** The settings of all connections. */
export interface ConnectionSettings extends VariableSettings {
  /** The time within which a client must log in, in milliseconds. */
  readonly logInMs: number;
  /** The time within which a packet must arrive that has begun, and within which a client must read, in milliseconds. */
  readonly arrivalMs: number;
  readonly unreadMs: number;
  /** Absent without TLS. */
  readonly tls: SecureContext | undefined;
  /** Whether clients of other machines may connect without TLS. */
  readonly allowsPlain: boolean;
  /** Returns whether an IP address is that of a proxy that names its clients (`TRUST_PROXY`). */
  readonly isProxy: (address: string) => boolean;
}

/** What a connection uses. */
export interface ConnectionServices {
  readonly settings: ConnectionSettings;
  readonly logIns: ChallengeLogInService;
  readonly callers: CallersService;
  readonly statements: SessionStatementsService;
  readonly limits: StatementLimits;
  readonly auditLog: AuditLogService;
  readonly open: OpenConnections;
  /** Reports an error that is the service's own. */
  readonly onFault: (error: unknown) => void;
  /** Returns the connections of a user. */
  readonly listOf: (userId: string) => readonly ListedConnection[];
  /** Ends the statement or the connection with this id, if it belongs to the user. */
  readonly kill: (userId: string, connection: number, queryOnly: boolean) => void;
}
