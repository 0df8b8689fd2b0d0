import { setMaxListeners } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../model';
import type { RowFormat } from '../answers/row-answer';
import { acceptedFormat } from '../answers/row-format';
import { type AuditNote, noteOf } from './audit-note';
import { callerBehind } from './current-caller.decorator';
import { requestOf } from './request-of';

/** The context of a request for handlers that run statements. */
export class RequestEdge {
  readonly caller: Caller;
  readonly headers: IncomingHttpHeaders;
  /** The path and the query string, as received. */
  readonly address: string;
  readonly audit: AuditNote;
  /** The format that the Accept header requests. */
  readonly format: RowFormat;
  private readonly connection: Socket;

  constructor(request: FastifyRequest) {
    this.caller = callerBehind(request);
    this.headers = request.headers;
    this.address = request.raw.url ?? '';
    this.audit = noteOf(request);
    this.format = acceptedFormat(request.headers.accept);
    this.connection = request.raw.socket;
  }

  /** Aborts when the client closes the connection, so that `Engine.run` stops the statement. */
  get signal(): AbortSignal {
    return signalOf(this.connection);
  }
}

/** Injects the `RequestEdge` into a handler. */
export const Edge = createParamDecorator(
  (_: unknown, context: ExecutionContext) => new RequestEdge(requestOf(context)),
);

const signals = new WeakMap<Socket, AbortSignal>();

/** Returns the signal of a connection, which all of its requests share: creating one takes as long as finding a route. */
function signalOf(connection: Socket): AbortSignal {
  const known = signals.get(connection);
  if (known !== undefined) return known;
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  signals.set(connection, controller.signal);
  if (connection.destroyed) controller.abort();
  else
    connection.once('close', () => {
      controller.abort();
    });
  return controller.signal;
}
