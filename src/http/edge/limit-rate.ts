import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors';
import { clientOf } from './limited-client';
import type { Workers } from '../../workers';
import { sharedStore } from './shared-store';

const MINUTE = 60_000;

/**
 * Rejects the requests of one client (`LimitedClients`) beyond `perMinute`, on all routes together; 0 disables the limit. Routes with
 * `rateLimit: false` are exempt.
 */
export async function limitRate(instance: FastifyInstance, perMinute: number, workers: Workers): Promise<void> {
  if (perMinute === 0) return;
  await instance.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: MINUTE,
    keyGenerator: clientOf,
    ...(workers.areMany && { store: sharedStore(workers) }),
    allowList: ({ routeOptions }) => routeOptions.config.rateLimit === false,
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(ttl),
  });
  instance.addHook('onRequest', instance.rateLimit());
}

/** Counts a malformed request in the limit of its IP address, and returns the error if that limit is exceeded. */
export async function countUnread(instance: FastifyInstance, ip: string): Promise<ServiceError | undefined> {
  if (!instance.hasDecorator('createRateLimit')) return undefined;
  const asRequest = { ip, routeOptions: { config: {} } } as FastifyRequest;
  const limit = await instance.createRateLimit()(asRequest);
  return !limit.isAllowed && limit.isExceeded ? tooManyRequests(limit.ttl) : undefined;
}

function tooManyRequests(ttl: number): ServiceError {
  return new ServiceError('request_rate_limited', 'too many requests', { retryAfter: Math.ceil(ttl / 1000) });
}
