import { ServiceError } from '../../errors';
import { NO_ROOM } from '../../model';
import { refusals } from '../running/refusals';

/** What the driver and the server report. Errors of servers have a `severity` and a SQLSTATE. */
interface Reported {
  readonly code?: unknown;
  readonly severity?: unknown;
  /** Whether no server could be tried at all. */
  readonly fatal: boolean;
  readonly message: string;
}

const TIMED_OUT = '57014';
/** The expression by which a compiled statement fails instead of building a string that is too long is a cast of this text. */
const INVALID_TEXT = '22P02';
const LACKS_COLUMN = '42703';
const LACKED = /^column "?(?:[^"]*\.)?([^".]+)"? does not exist/;

/** Limits of the server on one statement, by SQLSTATE. */
const TOO_MANY: ReadonlyMap<unknown, string> = new Map([
  ['54011', 'columns'],
  ['54001', 'nested expressions'],
  ['54023', 'arguments'],
]);

/** SQLSTATE of results that are out of range: numbers, dates, intervals, logarithms and powers. */
const OUT_OF_RANGE = /^(?:22003|22008|22012|22015|2201[EFG])$/;
/** PostgreSQL rejects a cast of NaN or an infinite number to an integer as a feature that it does not support. */
const LACKED_FEATURE = '0A000';
const ENDLESS = /^cannot convert (?:NaN|-?infinity) to /i;
/** SQLSTATE of values in the wrong form: of dates and of other types, and characters that the database cannot store. */
const BAD_FORM = /^(?:22007|22021|22P0[2-5])$/;
const BAD_PATTERN = '2201B';

/** A standby reports it to reads; the transactions of the service read what is committed, and have no other reason for it. */
const SERIALIZATION_FAILURE = '40001';
/** SQLSTATE of servers that start, stop, are full: another server may be available. */
const AWAY = /^(?:57P0[1-5]|53300)$/;
/** Classes of SQLSTATE for failures that may be over on the next attempt: connection, rollback, resources, system. */
const UNAVAILABLE = /^(?:08|40|53|58)|^(?:57P0[1-5]|55P03)$/;
/** What the driver reports of lost connections, only in the message. */
const LOST = /^Connection terminated|^timeout expired$|not queryable$/;
/** The driver has no more connections. */
const FULL = 'timeout exceeded when trying to connect';
const CERTIFICATES = /^(?:CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/;

/**
 * Maps an error of the driver or the server to a `ServiceError`: `source_refused` (502), `source_unavailable` (503), `source_timed_out`
 * (504), `source_bad_value` (400), or the code of an exceeded limit. The meaning of a SQLSTATE is that of PostgreSQL's manual, "PostgreSQL Error Codes".
 */
export function classifyPostgreSqlError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { code, message } = describe(error);
  if (code === TIMED_OUT) return refusals.timedOut(error);
  if (code === INVALID_TEXT && message.includes(NO_ROOM)) return refusals.textTooLong(error);
  if (code === LACKS_COLUMN) return refusals.lacksColumn(error, LACKED.exec(message)?.[1]);
  const tooMany = TOO_MANY.get(code);
  if (tooMany !== undefined) return refusals.tooMany(tooMany, error);
  return classifyValueError(error) ?? classifyConnectionError(error);
}

function classifyValueError(error: unknown): ServiceError | undefined {
  if (!isOfServer(error)) return undefined;
  const { code, message } = describe(error);
  const state = String(code);
  const isEndless = state === LACKED_FEATURE && ENDLESS.test(message);
  if (isEndless || OUT_OF_RANGE.test(state)) return refusals.outOfRange(error);
  if (state === BAD_PATTERN) return refusals.badPattern(error);
  return BAD_FORM.test(state) ? refusals.badForm(error) : undefined;
}

function classifyConnectionError(error: unknown): ServiceError {
  const { code, message, fatal } = describe(error);
  if (isOfServer(error)) {
    return UNAVAILABLE.test(String(code)) ? refusals.unavailable(error) : refusals.refused(error);
  }
  if (message === FULL) return refusals.busy();
  if (message === 'The server does not support SSL connections')
    return refusals.unfit('"ssl_mode" requires TLS, which the server of the data source does not support', error);
  if (typeof code === 'string' && CERTIFICATES.test(code))
    return refusals.unfit('the certificates do not satisfy the "ssl_mode" of the data source', error);
  return isNodeAway(error) || fatal ? refusals.unavailable(error) : refusals.refused(error);
}

/** Returns whether the connection failed, not the statement: a read may then be retried once on another connection. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = describe(error);
  if (isOfServer(error)) return code === '57P01' || code === '57P02';
  return code === 'ECONNRESET' || code === 'EPIPE' || LOST.test(message);
}

/** Returns whether a server cannot be reached or accepts no statements, so that another server of the data source may be tried. */
export function isNodeAway(error: unknown): boolean {
  const { code } = describe(error);
  if (isOfServer(error)) return AWAY.test(String(code));
  return isConnectionLost(error) || (typeof code === 'string' && /^E(?!RR_)[A-Z_]+$/.test(code));
}

/**
 * Returns whether a standby has cancelled the statement, because it read rows that a change of the primary removes: the same statement may
 * succeed at once (PostgreSQL manual, "Handling Query Conflicts").
 */
export function isRecoveryConflict(error: unknown): boolean {
  return isOfServer(error) && describe(error).code === SERIALIZATION_FAILURE;
}

/** Returns whether a server does not accept connections yet, because it starts or recovers from a crash: it may within seconds. */
export function isStarting(error: unknown): boolean {
  return describe(error).code === '57P03';
}

/** Returns whether a server sent this error: it responds. */
export function isOfServer(error: unknown): boolean {
  return typeof describe(error).severity === 'string';
}

function describe(error: unknown): Reported {
  const { code, severity, fatal = false, message = '' } = (error ?? {}) as Partial<Reported>;
  return { code, severity, fatal, message };
}
