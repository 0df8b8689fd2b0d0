import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The request that a guard or a decorator is asked about. Nest's `switchToHttp` makes three functions and a wider context for each asking. */
export function requestOf(context: ExecutionContext): FastifyRequest {
  return context.getArgByIndex<FastifyRequest>(0);
}
