import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Returns the request of a guard or decorator. Nest's `switchToHttp` creates three functions and a larger context for each call. */
export function requestOf(context: ExecutionContext): FastifyRequest {
  return context.getArgByIndex<FastifyRequest>(0);
}
