import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors';
import { callerOf } from './limit-rate';

/**
 * Refuses with 429 what goes beyond `most` requests of one API key, or of one address without a key, that are being answered; 0 is no
 * limit. Routes without a rate limit have none of these either. A request counts until its connection has taken the whole answer or is gone.
 */
export function limitConcurrency(instance: FastifyInstance, most: number): void {
  if (most === 0) return;
  const running = new Map<string, number>();
  instance.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.rateLimit === false) {
      done();
      return;
    }
    const caller = callerOf(request);
    const count = running.get(caller) ?? 0;
    if (count >= most) {
      done(new ServiceError('request_rate_limited', `more than ${most} requests at once`, { retryAfter: 1 }));
      return;
    }
    running.set(caller, count + 1);
    reply.raw.once('close', () => {
      const left = (running.get(caller) ?? 1) - 1;
      if (left > 0) running.set(caller, left);
      else running.delete(caller);
    });
    done();
  });
}
