import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** Logs one line for each request when it is finished. Errors are logged where they are sent. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'request_id' });
  }

  override incomingRequest(): void {
    return;
  }

  override routeNotFound(): void {
    return;
  }

  override defaultErrorLog(): void {
    return;
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 };
    if (error == null) reply.log.info(line, 'request');
    else reply.log.warn({ ...line, err: error }, 'request broken off');
  }
}
