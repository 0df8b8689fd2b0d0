import { type HttpAdapterHost } from '@nestjs/core';
import { type FastifyInstance } from 'fastify';

/** The server that the application listens with; undefined in a context without HTTP, such as a tool's. */
export function findServer(host: HttpAdapterHost): FastifyInstance | undefined {
  const adapter = host.httpAdapter as { getInstance(): FastifyInstance } | null | undefined;
  return adapter?.getInstance();
}
