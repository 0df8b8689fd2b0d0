import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type Caller } from '../../model';
import { refuseCredentials } from './refuse-credentials';

declare module 'fastify' {
  interface FastifyRequest {
    /** Put there by the guard that let the request in. */
    caller?: Caller;
  }
}

/** The `Caller` whom the guard found; on a route without one the request is refused. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  return context.switchToHttp().getRequest<FastifyRequest>().caller ?? refuseCredentials();
});
