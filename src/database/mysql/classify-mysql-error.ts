import { type QueryError } from 'mysql2';
import { ServiceError } from '../../errors';
import { refusals } from '../running/refusals';

/** max_statement_time of MariaDB, max_execution_time of MySQL. */
const TIMED_OUT: ReadonlySet<unknown> = new Set([1969, 3024]);
/** Wrong credentials, no such database, host not allowed: waiting does not help. */
const REFUSED: ReadonlySet<unknown> = new Set([1044, 1045, 1049, 1130, 1698]);
/** The server is starting, stopping, full, or has left its cluster; or somebody killed the statement. */
const UNAVAILABLE: ReadonlySet<unknown> = new Set([
  1040, 1041, 1047, 1053, 1077, 1080, 1152, 1158, 1159, 1160, 1161, 1203, 1205, 1213, 1226, 1317, 1836, 1927, 3032,
]);
/** The connection was gone before the statement reached the server, or went while it ran. */
const LOST: ReadonlySet<unknown> = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE']);

/** What an error of the driver or the server means to the caller. */
export function classifyMySqlError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { errno, fatal } = describe(error);
  if (TIMED_OUT.has(errno)) return refusals.timedOut(error);
  if (REFUSED.has(errno)) return refusals.refused(error);
  const isDown = UNAVAILABLE.has(errno) || fatal || isConnectionLost(error) || isNetworkError(error);
  return isDown ? refusals.unavailable(error) : refusals.refused(error);
}

/** Whether a connection, not the statement, failed: a read may then be tried once more on another one. */
export function isConnectionLost(error: unknown): boolean {
  return LOST.has(describe(error).code) || isClosedState(error);
}

function isNetworkError(error: unknown): boolean {
  const { code } = describe(error);
  return typeof code === 'string' && /^E[A-Z]+$/.test(code);
}

/** mysql2 names this one only in its text. */
function isClosedState(error: unknown): boolean {
  return /closed state|is closed/i.test(describe(error).message);
}

function describe(error: unknown): { errno?: number; code?: unknown; fatal: boolean; message: string } {
  const { errno, code, fatal, message = '' } = (error ?? {}) as Partial<QueryError>;
  return { errno, code, fatal: fatal === true, message };
}
