import { locateOffset } from '../../compiler/statement';
import { type ErrorCode, type ErrorDetails, ServiceError } from '../../errors';

/** An error that MySQL has and the service has not, with its number and SQLSTATE (MySQL manual, "Server error message reference"). */
export class SessionError extends ServiceError {
  constructor(
    readonly number: number,
    readonly state: string,
    message: string,
    details: ErrorDetails = {},
  ) {
    super('statement_not_allowed', message, details);
  }
}

/** An error as clients receive it. */
export interface SentError {
  readonly number: number;
  readonly state: string;
  readonly message: string;
}

type NumberOfCode = readonly [number, string];
const UNKNOWN: NumberOfCode = [1105, 'HY000'];
const NOT_SUPPORTED: NumberOfCode = [1235, '42000'];
const SOURCE: NumberOfCode = [1429, 'HY000'];

/** MySQL's number and SQLSTATE of the codes that statements can have; all others are unknown errors to MySQL. */
const NUMBERS: Readonly<Partial<Record<ErrorCode, NumberOfCode>>> = {
  auth_missing_credentials: [1045, '28000'],
  auth_forbidden: [1142, '42000'],
  request_rate_limited: [1226, '42000'],
  request_malformed: [1210, 'HY000'],
  statement_malformed: [1064, '42000'],
  statement_not_allowed: [1290, 'HY000'],
  statement_too_large: [1153, '42000'],
  plan_unknown_name: [1054, '42S22'],
  plan_ambiguous_name: [1052, '23000'],
  plan_unknown_table: [1146, '42S02'],
  plan_bad_value: [1525, 'HY000'],
  plan_no_mapping: NOT_SUPPORTED,
  plan_several_data_sources: NOT_SUPPORTED,
  plan_unsupported: NOT_SUPPORTED,
  ontology_unknown: [1049, '42000'],
  ontology_unknown_definition: [1146, '42S02'],
  source_refused: [1430, 'HY000'],
  source_unavailable: SOURCE,
  source_busy: SOURCE,
  source_timed_out: [3024, 'HY000'],
  format_bad_value: [1366, 'HY000'],
  service_internal: [1815, 'HY000'],
};

/** Returns an error as MySQL numbers it, with the message, the place in the statement and the hint of the service. */
export function sentError(error: ServiceError, text = ''): SentError {
  const [number, state] =
    error instanceof SessionError ? [error.number, error.state] : (NUMBERS[error.code] ?? UNKNOWN);
  const { offset, hint } = error.details;
  const position =
    error.details.position ?? (offset === undefined || text === '' ? undefined : locateOffset(text, offset));
  const place = position === undefined ? '' : ` at line ${position.line}, column ${position.column}`;
  return { number, state, message: `${error.message}${place}${hint === undefined ? '' : `: ${hint}`}` };
}

export const noDatabase = (): SessionError =>
  new SessionError(1046, '3D000', 'no database is selected', {
    hint: 'USE an ontology, or write its name before that of the table',
  });
export const accessDenied = (user: string, address: string, hasAnswer: boolean): SessionError =>
  new SessionError(
    1045,
    '28000',
    `access denied for user '${user}'@'${address}' (using password: ${hasAnswer ? 'YES' : 'NO'})`,
    {
      hint: 'the password is an API token of this user',
    },
  );
export const tooManyConnections = (): SessionError => new SessionError(1040, '08004', 'too many connections');
export const shuttingDown = (): SessionError => new SessionError(1053, '08S01', 'the service is shutting down');
export const needsTls = (): SessionError =>
  new SessionError(3159, 'HY000', 'connections without TLS are only accepted from this machine', {
    hint: 'connect with TLS',
  });
export const unknownMethod = (): SessionError =>
  new SessionError(1251, '08004', 'the client does not support caching_sha2_password', { hint: 'use a newer client' });
export const malformedPacket = (message: string): SessionError => new SessionError(1835, 'HY000', message);
export const packetTooLarge = (): SessionError =>
  new SessionError(1153, '08S01', 'a packet is larger than max_allowed_packet (MAX_BODY_BYTES)');
export const unknownCommand = (): SessionError => new SessionError(1047, '08S01', 'the command is not supported');
export const unknownStatement = (id: number): SessionError =>
  new SessionError(1243, 'HY000', `there is no prepared statement with the id ${id}`);
export const noCursor = (id: number): SessionError =>
  new SessionError(1421, 'HY000', `the statement with the id ${id} has no open cursor`);
export const tooManyCursors = (most: number): ServiceError =>
  new ServiceError('request_rate_limited', `a connection has at most ${most} open cursors`, {
    hint: 'fetch all rows, or close or reset statements that are no longer used',
  });
export const cursorTimedOut = (milliseconds: number): ServiceError =>
  new ServiceError('source_timed_out', `no rows were fetched from the cursor within ${milliseconds / 1000} s`);
export const interrupted = (): SessionError => new SessionError(1317, '70100', 'the statement was killed');
export const unknownConnection = (id: number): SessionError =>
  new SessionError(1094, 'HY000', `there is no connection with the id ${id}`);
