import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors';

const MINUTE = 60_000;

/** Refuses what goes beyond `perMinute` requests of one API key, or of one address without a key; 0 leaves only the limits of single routes. */
export async function limitRate(instance: FastifyInstance, perMinute: number): Promise<void> {
  await instance.register(rateLimit, {
    global: perMinute > 0,
    max: perMinute,
    timeWindow: MINUTE,
    keyGenerator: callerOf,
    errorResponseBuilder: (_request, { ttl }) =>
      new ServiceError('request_rate_limited', 'too many requests', { retryAfter: Math.ceil(ttl / 1000) }),
  });
}

/** The key itself is a secret and stays out of the store. */
export function callerOf(request: FastifyRequest): string {
  const key = request.headers['x-api-key'];
  return typeof key === 'string' ? createHash('sha256').update(key).digest('base64') : request.ip;
}
