import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { refuseCredentials } from '../../errors';
import { type Caller } from '../../model';
import { requestOf } from './request-of';

declare module 'fastify' {
  interface FastifyRequest {
    /** Put there by the guard that let the request in. */
    caller?: Caller;
  }
}

/** The `Caller` whom the guard found; on a route without one the request is refused. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerBehind(requestOf(context)),
);

/** As `CurrentCaller`, of a request. */
export function callerBehind({ caller }: FastifyRequest): Caller {
  return caller ?? refuseCredentials();
}
