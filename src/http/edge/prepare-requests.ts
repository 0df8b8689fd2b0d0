import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors';
import { refusalOfHost } from './check-host';
import { refusalOfParameters } from '../requests/check-parameters';
import { MAX_ADDRESS_LENGTH } from '../requests/limits';
import { refusalOfAddress } from './refused-addresses';
import { REQUEST_ID_HEADER } from '../requests/request-id';

/** Adds the id of the request to each response, and ignores unknown expectations (RFC 9110, 10.1.1). */
export function nameRequests(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
  instance.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    instance.routing(request, response);
  });
}

/** Rejects invalid requests before their bodies are read. Must be called after the limits, so that these requests count in them. */
export function checkRequests(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, reply, done) => {
    const badHost = refusalOfHost(request);
    if (badHost !== undefined) void reply.header('connection', 'close');
    done(badHost ?? refusalOf(request));
  });
}

function refusalOf(request: FastifyRequest): Error | undefined {
  const { url = '' } = request.raw;
  if (url.length > MAX_ADDRESS_LENGTH) return new ServiceError('request_address_too_long', 'the address is too long');
  const refusal = refusalOfAddress(request);
  if (refusal !== undefined) return refusal;
  if (request.is404) return new ServiceError('request_unknown_path', 'there is nothing at this address');
  return refusalOfParameters(request);
}
