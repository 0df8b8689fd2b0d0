import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RequestTrace, traceRequest } from '../../tracing';

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent without an SDK of OpenTelemetry, unless the request has a valid `traceparent`. */
    trace?: RequestTrace;
  }
}

/** Puts a request into its trace: its lines of the log have the id of the trace from here on, and its span ends with its response. */
export function joinTrace(request: FastifyRequest, reply: FastifyReply): void {
  const { raw, routeOptions } = request;
  const traced = traceRequest({
    id: request.id,
    method: request.method,
    route: request.is404 ? undefined : routeOptions.url,
    path: request.url.split('?', 1)[0] ?? '',
    scheme: request.protocol,
    httpVersion: raw.httpVersion,
    headers: request.headers,
  });
  if (traced === undefined) return;
  request.trace = traced;
  request.log = reply.log = request.log.child({ trace_id: traced.traceId });
  if (traced.end === undefined) return;
  // unlike the hooks of Fastify, this is called for every response, also if the client leaves
  reply.raw.once('close', () => {
    traced.end?.({ status: reply.raw.writableFinished ? reply.raw.statusCode : undefined, code: request.refusal });
  });
}
