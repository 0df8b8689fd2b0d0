import type { FastifyInstance, FastifyReply } from 'fastify';
import { ServiceError } from '../../errors';
import type { Workers } from '../../workers';
import { clientOf } from './limited-client';

/**
 * Rejects a request with 429 while `most` requests of the same client (`LimitedClients`) are in progress; 0 disables the limit. Routes
 * without a rate limit are exempt. A request counts until its connection has received the whole response or is closed.
 */
export function limitConcurrency(instance: FastifyInstance, most: number, workers: Workers): void {
  if (most === 0) return;
  instance.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.rateLimit === false) return;
    const client = clientOf(request);
    if (!(await workers.enter(client, most)))
      throw new ServiceError('request_rate_limited', `more than ${most} concurrent requests`, { retryAfter: 1 });
    whenOver(reply, () => {
      workers.leave(client);
    });
  });
}

function whenOver({ raw }: FastifyReply, leave: () => void): void {
  if (raw.closed) leave();
  else raw.once('close', leave);
}
