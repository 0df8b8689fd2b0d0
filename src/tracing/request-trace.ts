import { type Context, context, propagation, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { parseTraceparent } from './parse-traceparent';
import { tracer } from './tracer';

/** A request as its span describes it: without the values of the query string. */
interface TracedRequest {
  readonly id: string;
  readonly method: string;
  /** The pattern of the route; undefined for an unknown path. */
  readonly route: string | undefined;
  readonly path: string;
  readonly scheme: string;
  readonly httpVersion: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** How a request ended. */
interface RequestEnd {
  /** Undefined if the client left before the end. */
  readonly status: number | undefined;
  readonly code: string | undefined;
}

/** The trace that a request belongs to. */
export interface RequestTrace {
  readonly traceId: string;
  /** The context of the request's span; undefined without an SDK. */
  readonly context?: Context;
  /** Ends the span of the request. */
  end?(end: RequestEnd): void;
}

/** The methods that have a value of their own in `http.request.method`. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'QUERY']); // prettier-ignore

/**
 * Returns the trace of a request: with an SDK a span in it, which `end` ends, otherwise the trace of a valid `traceparent` header. Returns
 * undefined if there is neither.
 */
export function traceRequest(request: TracedRequest): RequestTrace | undefined {
  return tracer === undefined ? parseTraceparent(request.headers.traceparent) : openSpan(tracer, request);
}

/** Opens a span by the semantic conventions of OpenTelemetry for HTTP servers. */
function openSpan(tracer: Tracer, request: TracedRequest): RequestTrace {
  const { route } = request;
  const method = METHODS.has(request.method) ? request.method : '_OTHER';
  const verb = method === '_OTHER' ? 'HTTP' : method;
  const attributes = {
    'http.request.method': method,
    ...(method === '_OTHER' && { 'http.request.method_original': request.method }),
    ...(route !== undefined && { 'http.route': route }),
    'url.path': request.path,
    'url.scheme': request.scheme,
    'network.protocol.version': request.httpVersion,
    'ontology.request_id': request.id,
  };
  const parent = parentOf(request);
  const name = route === undefined ? verb : `${verb} ${route}`;
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
  const end = ({ status, code }: RequestEnd): void => {
    if (status !== undefined) span.setAttribute('http.response.status_code', status);
    if (status !== undefined && status >= 500) {
      span.setAttribute('error.type', code ?? String(status));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  };
  return { traceId: span.spanContext().traceId, context: trace.setSpan(parent, span), end };
}

/** Returns the context that a request continues: of the instrumentation of Node's server, or of its headers, by the propagator of the SDK if there is one. */
function parentOf({ headers }: TracedRequest): Context {
  const active = context.active();
  if (trace.getSpan(active) !== undefined) return active;
  const extracted = propagation.extract(active, headers);
  const remote = trace.getSpan(extracted) === undefined ? parseTraceparent(headers.traceparent) : undefined;
  return remote === undefined ? extracted : trace.setSpanContext(extracted, { ...remote, isRemote: true });
}
