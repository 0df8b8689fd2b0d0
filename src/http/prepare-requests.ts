import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors';
import { MAX_ADDRESS_LENGTH } from './limits';
import { REQUEST_ID_HEADER } from './request-id';

/** What every request goes through before its route: it gets its id, and its address is measured. */
export function prepareRequests(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
    const tooLong = (request.raw.url?.length ?? 0) > MAX_ADDRESS_LENGTH;
    done(tooLong ? new ServiceError('request_address_too_long', 'the address is too long') : undefined);
  });
}
