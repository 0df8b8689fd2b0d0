import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../model';
import { type AuditNote, noteOf } from './audit-note';
import { callerBehind } from './current-caller.decorator';

/** What a handler that runs statements has to know of its request, beside what is asked. */
export interface RequestEdge {
  readonly caller: Caller;
  readonly headers: IncomingHttpHeaders;
  /** Aborts when the client leaves before the whole answer went out: for `Engine.run`, so that the statement stops too. */
  readonly signal: AbortSignal;
  readonly audit: AuditNote;
}

/** Gives a handler the `RequestEdge`: one parameter, since pipes are run for each. */
export const Edge = createParamDecorator((_: unknown, context: ExecutionContext): RequestEdge => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const { raw } = http.getResponse<FastifyReply>();
  return { caller: callerBehind(request), headers: request.headers, signal: signalOf(raw), audit: noteOf(request) };
});

function signalOf(raw: ServerResponse): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
