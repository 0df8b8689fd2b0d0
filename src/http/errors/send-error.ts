import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors';
import { errorBody } from './error-body';
import { JSON_TYPE } from '../answers/json-type';
import { REQUEST_ID_HEADER } from '../requests/request-id';
import { STATUS_OF_CODE } from './status-of-code';
import { understandError } from './understand-error';

/** How long a caller should wait where the refusal itself does not say: 429, 502 and 503 never go without Retry-After. */
const WAIT_SECONDS = 1;

/** Answers a request with a refusal, and logs what is our fault. An answer that has begun is cut off, so that nobody takes it for a whole one. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = understandRefusal(thrown, request);
  const status = STATUS_OF_CODE[error.code];
  if (request.auditNote !== undefined) request.auditNote.refusal = error.code;
  if (status >= 500 && status !== 501) request.log.error({ err: thrown }, error.code);
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  if (status === 429 || status === 502 || status === 503) {
    void reply.header('retry-after', String(error.details.retryAfter ?? WAIT_SECONDS));
  }
  void reply
    .code(status)
    .header(REQUEST_ID_HEADER, request.id)
    .type(JSON_TYPE)
    .send(JSON.stringify(errorBody(error, request.id)));
}

/** What a client broke off itself looks like a lost database, and is no fault of ours. */
function understandRefusal(thrown: unknown, { raw }: FastifyRequest): ServiceError {
  if (raw.errored === null || thrown !== raw.errored) return understandError(thrown);
  return new ServiceError('request_malformed', 'the request was broken off', { cause: thrown });
}
