import { HttpException } from '@nestjs/common';
import { CREDENTIALS_REFUSED, type ErrorCode, ServiceError } from '../../errors';

const OF_STATUS: ReadonlyMap<number, readonly [ErrorCode, string]> = new Map([
  [400, ['request_malformed', 'the request is malformed']],
  [401, ['auth_missing_credentials', CREDENTIALS_REFUSED]],
  [403, ['auth_forbidden', 'this is not allowed']],
  [404, ['request_unknown_path', 'there is no endpoint with this path']],
  [405, ['request_method_not_allowed', 'this path does not accept this method']],
  [408, ['request_too_slow', 'the request took too long to arrive']],
  [413, ['request_too_large', 'the body is too large']],
  [414, ['request_address_too_long', 'the URL is too long']],
  [415, ['request_content_type', 'the content type of the body is not accepted']],
  [429, ['request_rate_limited', 'too many requests']],
  [431, ['request_headers_too_large', 'the headers are too large']],
  [503, ['service_unavailable', 'the service is not available']],
]);

/** The codes of an unreachable system database. A Galera node that has left its cluster reports those that begin with `ER_`; `ESTANDBY` is a standby of PostgreSQL. */
const OUT_OF_REACH: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ESTANDBY',
  'ER_ERROR_DURING_COMMIT',
  'ER_UNKNOWN_COM_ERROR',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
]);

/** Returns whether the system database is unreachable. Errors of data sources are already converted when they arrive here. */
function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'KnexTimeoutError' || ('code' in error && OUT_OF_REACH.has(error.code));
}

/**
 * Converts anything thrown to a `ServiceError`: errors of Nest and Fastify by their status, an unreachable system database to
 * `service_unavailable`, all else to `service_internal`.
 */
export function understandError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isOutOfReach(error)) {
    return new ServiceError('service_unavailable', 'the service is not available', { retryAfter: 1, cause: error });
  }
  const [code, message] = OF_STATUS.get(statusOf(error)) ?? ['service_internal', 'internal error'];
  const hint = code === 'request_content_type' ? 'send Content-Type: application/json' : undefined;
  return new ServiceError(code, message, { hint, cause: error });
}

/**
 * Returns the status of an error of Nest or Fastify, else 500. Fastify marks errors about the request with its own codes; no other error
 * may choose its status.
 */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return 500;
  const isFastifys = typeof error.code === 'string' && error.code.startsWith('FST_');
  return isFastifys && typeof error.statusCode === 'number' ? error.statusCode : 500;
}
