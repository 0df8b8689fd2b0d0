import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors';
import { errorBody } from './error-body';
import { logRequest } from '../logging/request-log';
import { JSON_TYPE } from '../answers/json-type';
import { REQUEST_ID_HEADER } from '../requests/request-context';
import { STATUS_OF_CODE } from './status-of-code';
import { understandError } from './understand-error';

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
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  // Fastify reports the end of a response only if it could be written
  if (hasLeft) logRequest(request, reply, true);
  if (status === 429 || status === 502 || status === 503) {
    void reply.header('retry-after', String(error.details.retryAfter ?? WAIT_SECONDS));
  }
  void reply
    .code(status)
    .header(REQUEST_ID_HEADER, request.id)
    .type(JSON_TYPE)
    .send(JSON.stringify(errorBody(error, request.id)));
}

/**
 * Returns the error to report. A request that the client aborted fails like a lost database connection, but is not an error of the service.
 */
function understandRefusal(thrown: unknown, { raw }: FastifyRequest): ServiceError {
  if (raw.errored === null || thrown !== raw.errored) return understandError(thrown);
  return new ServiceError('request_malformed', 'the client aborted the request', { cause: thrown });
}
