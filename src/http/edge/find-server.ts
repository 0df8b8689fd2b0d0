import { type HttpAdapterHost } from '@nestjs/core';
import { type FastifyInstance } from 'fastify';

/** Returns the server of the application; undefined in a context without HTTP, for example in a command-line tool. */
export function findServer(host: HttpAdapterHost): FastifyInstance | undefined {
  const adapter = host.httpAdapter as { getInstance(): FastifyInstance } | null | undefined;
  return adapter?.getInstance();
}
