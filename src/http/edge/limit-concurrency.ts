import type { FastifyInstance, FastifyReply } from 'fastify';
import { ServiceError } from '../../errors';
import type { Workers } from '../../workers';
import { clientOf } from './limited-client';

/**
 * Refuses with 429 what goes beyond `most` requests of one client (`LimitedClients`) that are being answered; 0 is no
 * limit. Routes without a rate limit have none of these either. A request counts until its connection has taken the whole answer or is gone.
 */
export function limitConcurrency(instance: FastifyInstance, most: number, workers: Workers): void {
  if (most === 0) return;
  instance.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.rateLimit === false) return;
    const client = clientOf(request);
    if (!(await workers.enter(client, most)))
      throw new ServiceError('request_rate_limited', `more than ${most} requests at once`, { retryAfter: 1 });
    whenOver(reply, () => {
      workers.leave(client);
    });
  });
}

function whenOver({ raw }: FastifyReply, leave: () => void): void {
  if (raw.closed) leave();
  else raw.once('close', leave);
}
