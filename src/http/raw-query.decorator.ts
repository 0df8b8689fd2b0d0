import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { parseRawQuery, type QueryPair } from './parse-raw-query';

/** Gives a handler the query string as decoded pairs, in order; 400 where its encoding is broken. */
export const RawQuery = createParamDecorator((_: unknown, context: ExecutionContext): readonly QueryPair[] =>
  parseRawQuery(context.switchToHttp().getRequest<FastifyRequest>().raw.url ?? ''),
);
