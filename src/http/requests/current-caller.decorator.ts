import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { refuseCredentials } from '../../errors';
import { type Caller } from '../../model';
import { requestOf } from './request-of';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard that admitted the request. */
    caller?: Caller;
  }
}

/** Injects the `Caller` that the guard found; rejects a request without one. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerBehind(requestOf(context)),
);

/** Returns the `Caller` of a request; rejects a request without one. */
export function callerBehind({ caller }: FastifyRequest): Caller {
  return caller ?? refuseCredentials();
}
