import { type QueryError } from 'mysql2';
import { ServiceError } from '../../errors';
import { MOST_TEXT_BYTES } from '../../model';
import { refusals } from '../running/refusals';

/** The statement exceeded the time limit of the server: max_statement_time of MariaDB, max_execution_time of MySQL and TiDB. */
const TIMED_OUT: ReadonlySet<unknown> = new Set([1969, 3024]);
/** ER_DATA_OUT_OF_RANGE, and the expression by which a compiled statement raises it instead of building a string that is too long. */
const OUT_OF_RANGE = 1690;
const NO_ROOM = new RegExp(`'exp\\((?:case when )?${MOST_TEXT_BYTES}\\b`, 'i');
/** ER_CTE_MAX_RECURSION_DEPTH of MySQL, and ER_QUERY_RESULT_INCOMPLETE, a warning of MariaDB. */
const RECURSION_ENDED: ReadonlySet<unknown> = new Set([3636, 1931]);
/** ER_WARN_DATA_OUT_OF_RANGE, ER_DIVISION_BY_ZERO, ER_DATETIME_FUNCTION_OVERFLOW, ER_DATA_OUT_OF_RANGE, and numbers of JSON. */
const RANGES: ReadonlySet<unknown> = new Set([1264, 1365, 1441, OUT_OF_RANGE, 3155]);
/** Incorrect dates and numbers, and invalid JSON: MySQL only. */
const BAD_FORMS: ReadonlySet<unknown> = new Set([1292, 1366, 1411, 1525, 3140, 3141, 3156]);
/** ER_REGEXP_ERROR, and those of MySQL from ER_REGEXP_RULE_SYNTAX to ER_REGEXP_PATTERN_TOO_BIG. */
const PATTERNS: ReadonlySet<unknown> = new Set([
  1139, 3685, 3688, 3689, 3690, 3691, 3692, 3693, 3694, 3695, 3696, 3697, 3698, 3699, 3700,
]);
/**
 * Warnings: GROUP_CONCAT was cut (ER_CUT_VALUE_GROUP_CONCAT), the result of a function exceeded a packet
 * (ER_WARN_ALLOWED_PACKET_OVERFLOWED).
 */
const TEXT_CUT: ReadonlySet<unknown> = new Set([1260, 1301]);
/** Wrong credentials, unknown database, host not allowed, account locked, TLS required: waiting does not help. */
const REFUSED: ReadonlySet<unknown> = new Set([1044, 1045, 1049, 1130, 1251, 1524, 1698, 1820, 1862, 3118, 3159, 4151]);
/** The driver does not support the authentication method that the server requires. */
const REFUSED_LOGINS: ReadonlySet<unknown> = new Set(['AUTH_SWITCH_PLUGIN_ERROR', 'MYSQL_CLEAR_PASSWORD_NOT_ENABLED']);
/** ER_BAD_FIELD_ERROR. */
const LACKS_COLUMN = 1054;
const LACKED = /^Unknown column '(.*)' in '[^']*'$/s;
/**
 * The server is starting, stopping, full, blocks this client or has left its cluster: another server may be available (1047: Galera; 9001:
 * ProxySQL, TiDB).
 */
const AWAY: ReadonlySet<unknown> = new Set([1040, 1041, 1047, 1053, 1077, 1129, 1135, 1203, 3168, 9001]);
/** Errors of prepared statements: unknown to the server, too many (max_prepared_stmt_count), tables changed too often. */
const STATEMENT_LOST: ReadonlySet<unknown> = new Set([1243, 1461, 1615]);
/**
 * Broken connections, locks, killed statements, limits of a user, lost prepared statements, unavailable back ends of the server (12701:
 * Spider; 9002 to 9005, 8028: TiDB).
 */
const UNAVAILABLE: ReadonlySet<unknown> = new Set([
  1080, 1152, 1158, 1159, 1160, 1161, 1205, 1213, 1226, 1243, 1317, 1429, 1461, 1615, 1836, 1927, 3032, 3169, 4031,
  8028, 9002, 9003, 9004, 9005, 12701,
]);
/** Items of which a server accepts a limited number in one statement, by error number. */
const TOO_MANY: ReadonlyMap<unknown, string> = new Map([
  [1116, 'tables in one SELECT'],
  [1117, 'columns'],
  [1153, 'characters'],
  [1390, 'values'],
  [1436, 'nested expressions'],
  [1473, 'nested sub-queries'],
]);
/** The connection was lost before the statement reached the server, or while it ran. */
const LOST: ReadonlySet<unknown> = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE']);

/**
 * Maps an error of the driver or the server to a `ServiceError`: `source_refused` (502), `source_unavailable` (503), `source_timed_out`
 * (504), `source_bad_value` (400), or the code of an exceeded limit.
 */
export function classifyMySqlError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { errno, message } = describe(error);
  if (TIMED_OUT.has(errno)) return refusals.timedOut(error);
  if (isTextTooLong(error)) return refusals.textTooLong(error);
  if (RECURSION_ENDED.has(errno)) return refusals.recursionTooLong(error);
  if (errno === LACKS_COLUMN) return refusals.lacksColumn(error, LACKED.exec(message)?.[1]);
  const tooMany = TOO_MANY.get(errno);
  if (tooMany !== undefined) return refusals.tooMany(tooMany, error);
  return classifyValueError(error) ?? classifyConnectionError(error);
}

function classifyValueError(error: unknown): ServiceError | undefined {
  const { errno } = describe(error);
  if (RANGES.has(errno)) return refusals.outOfRange(error);
  if (PATTERNS.has(errno)) return refusals.badPattern(error);
  return BAD_FORMS.has(errno) ? refusals.badForm(error) : undefined;
}

/**
 * Maps errors that do not depend on the statement: those of the server, the log-in or the connection. Any other error is `source_refused`.
 */
function classifyConnectionError(error: unknown): ServiceError {
  const { errno, code } = describe(error);
  if (REFUSED.has(errno) || REFUSED_LOGINS.has(code)) return refusals.refused(error);
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') {
    return refusals.unfit('"ssl_mode" requires TLS, which the server of the data source does not support', error);
  }
  if (isCertificateRefused(error)) {
    return refusals.unfit('the certificates do not satisfy the "ssl_mode" of the data source', error);
  }
  return isDown(error) ? refusals.unavailable(error) : refusals.refused(error);
}

function isTextTooLong(error: unknown): boolean {
  const { errno, message } = describe(error);
  return TEXT_CUT.has(errno) || (errno === OUT_OF_RANGE && NO_ROOM.test(message));
}

/** Returns whether a warning means that rows are missing or that values were cut. */
export function isOfIncomplete(errno: number): boolean {
  return TEXT_CUT.has(errno) || RECURSION_ENDED.has(errno);
}

function isDown(error: unknown): boolean {
  const { errno, fatal } = describe(error);
  return UNAVAILABLE.has(errno) || AWAY.has(errno) || fatal || isConnectionLost(error) || isNetworkError(error);
}

/** Returns whether the connection failed, not the statement: a read may then be retried once on another connection. */
export function isConnectionLost(error: unknown): boolean {
  return LOST.has(describe(error).code) || isClosedState(error);
}

/** Returns whether a statement could not be prepared, or not be executed as prepared: it may succeed on a new connection. */
export function isStatementLost(error: unknown): boolean {
  return STATEMENT_LOST.has(describe(error).errno);
}

/** Returns whether a server cannot be reached or accepts no statements, so that another server of the data source may be tried. */
export function isNodeAway(error: unknown): boolean {
  const { errno, code, fatal } = describe(error);
  if (REFUSED_LOGINS.has(code)) return false;
  if (AWAY.has(errno) || isConnectionLost(error) || isNetworkError(error)) return true;
  return fatal && typeof code === 'string' && !code.startsWith('ER_') && !code.includes('SSL');
}

/**
 * Returns whether a TLS handshake failed for a reason other than the network. The driver uses one code for both; network errors have an
 * `errno`.
 */
function isCertificateRefused(error: unknown): boolean {
  const { errno, code } = describe(error);
  return code === 'HANDSHAKE_SSL_ERROR' && errno === undefined;
}

function isNetworkError(error: unknown): boolean {
  const { errno, code } = describe(error);
  if (code === 'HANDSHAKE_SSL_ERROR') return errno !== undefined;
  return typeof code === 'string' && /^E(?!R_|RR_)[A-Z_]+$/.test(code);
}

/**
 * Returns whether the driver reports a closed connection, which it does only in the message. Errors of servers, whose messages may contain
 * anything, have an `errno`.
 */
function isClosedState(error: unknown): boolean {
  const { errno, message } = describe(error);
  return errno === undefined && /closed state|is closed/i.test(message);
}

function describe(error: unknown): { errno?: number; code?: unknown; fatal: boolean; message: string } {
  const { errno, code, fatal, message = '' } = (error ?? {}) as Partial<QueryError>;
  return { errno, code, fatal: fatal === true, message };
}
