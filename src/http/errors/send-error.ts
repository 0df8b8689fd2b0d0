import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors';
import { errorBody } from './error-body';
import { logRequest } from '../logging/request-log';
import { JSON_TYPE } from '../answers/json-type';
import { REQUEST_ID_HEADER } from '../requests/request-context';
import { STATUS_OF_CODE } from './status-of-code';
import { understandError } from './understand-error';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The protection space of the credentials that the route accepts (RFC 9110, section 11.5); absent: that of API tokens. */
    readonly realm?: string;
  }
}

/** Headers of rows that may fail before their first byte is sent. */
const OF_ROWS = ['age', 'content-encoding', 'x-cache'];

/** Seconds in Retry-After where the error has none: responses with 429, 502 and 503 always contain it. */
const WAIT_SECONDS = 1;

/**
 * Sends an error response, and logs errors of the service: a statement that was stopped because its client has left is none. A response that has begun is cut off, so that the client does not accept it as
 * complete.
 */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = understandRefusal(thrown, request);
  const status = STATUS_OF_CODE[error.code];
  const hasLeft = request.raw.socket.destroyed && error.code !== 'service_internal';
  if (!hasLeft) request.refusal = error.code;
  if (status >= 500 && status !== 501) request.log[hasLeft ? 'debug' : 'error']({ err: thrown }, error.code);
  else if (error.code === 'source_bad_value') request.log.debug({ err: thrown }, error.code);
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  // Fastify reports the end of a response only if it could be written
  if (hasLeft) logRequest(request, reply, true);
  setErrorHeaders(error, request, reply);
  void reply
    .code(status)
    .type(JSON_TYPE)
    .send(JSON.stringify(errorBody(error, request.id)));
}

function setErrorHeaders({ code, details }: ServiceError, request: FastifyRequest, reply: FastifyReply): void {
  const status = STATUS_OF_CODE[code];
  for (const name of OF_ROWS) void reply.removeHeader(name);
  if (status === 401) void reply.header('www-authenticate', challengeOf(request));
  if (status === 429 || status === 502 || status === 503)
    void reply.header('retry-after', String(details.retryAfter ?? WAIT_SECONDS));
  void reply.header('cache-control', 'no-store').header(REQUEST_ID_HEADER, request.id);
}

/**
 * Returns the challenge of a route (RFC 9110, section 11.6.1). `x-api-key` is not a scheme of HTTP; the same token is accepted as a bearer
 * token.
 */
function challengeOf({ routeOptions }: FastifyRequest): string {
  return `Bearer realm="${routeOptions.config.realm ?? 'api'}"`;
}

/**
 * Returns the error to report. A request that the client aborted fails like a lost database connection, but is not an error of the service.
 */
function understandRefusal(thrown: unknown, { raw }: FastifyRequest): ServiceError {
  if (raw.errored === null || thrown !== raw.errored) return understandError(thrown);
  return new ServiceError('request_malformed', 'the client aborted the request', { cause: thrown });
}
