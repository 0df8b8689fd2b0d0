import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { ontologyNamedBy } from '../requests/request-context';

/** The longest name of an ontology. A longer one in a request is cut off. */
const LONGEST_NAME = 128;

/** Logs one line for each request when it is finished; those of probes, which come every few seconds, at level debug. Errors are logged where they are sent. */
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
    logRequest(request, reply, error != null);
  }
}

/** Logs the line of a request. It is aborted if its client has left before the end of the response. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, isAborted: boolean): void {
  const { caller, auditNote, refusal } = request;
  const line = {
    req: request,
    user: caller?.name ?? auditNote?.user,
    impersonator: caller?.impersonator,
    ontology: caller && ontologyNamedBy(request)?.slice(0, LONGEST_NAME),
    status: isAborted ? undefined : reply.statusCode,
    code: refusal,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  reply.log[isProbe(request, reply) ? 'debug' : 'info'](line, isAborted ? 'request aborted' : 'request');
}

/** Returns whether a request was a successful one of a route that is exempt from limits: a health check, or the metrics. */
function isProbe({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return routeOptions.config.rateLimit === false && statusCode < 400;
}
